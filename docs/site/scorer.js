// Pages that say how something is done come before those that say why it is so, or what has changed.
var Scorer = {
  score: ([page, , , , score]) => (/^(CHANGELOG|docs\/(decisions|rules)\/)/.test(page) ? score - 20 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
