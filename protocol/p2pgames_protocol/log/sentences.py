"""What is said of a game and its log."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

NOTHING_TO_RESIGN: Final = message("log.nothing-to-resign", "There is nothing to resign from.")()
WRONG_SECRET: Final = message("log.wrong-secret", "The secret is not the one the seat committed to.")()
NOT_A_NOTE: Final = message("log.not-a-note", "What is embedded is not a note.")()
UNSIGNED_NOTE: Final = message(
    "log.unsigned-note", "The event embeds a note that its seat did not sign for this game."
)()
NOT_WHILE_WAITING: Final = message(
    "log.not-while-waiting", "That can be agreed on only while the table waits for a move."
)()
NOT_ALL_CONSENT = message(
    "log.not-all-consent",
    "The event is for a {consent:verbatim} but does not embed exactly the consents of all others still in.",
)
NOT_HELD = message("log.not-held", "The event does not hold a {consent:verbatim}.")
OFFERS = message("log.offers", "offers {what:message}")
DONE_IF_ALL_AGREE: Final = message(
    "log.done-if-all-agree", "offer it to the others; it is done if all agree"
)()
AGREED_DRAW: Final = message("log.agreed-draw", "All players agreed to a draw.")()
PAUSED_ALREADY: Final = message("log.paused-already", "The game is paused already.")()
ONLY_SHOWN_MOVES: Final = message(
    "log.only-shown-moves",
    "Only moves can be taken back that showed no hidden card, up to the newest roll, deal, shuffle "
    "or departure.",
)()
NOT_DEALT: Final = message("log.not-dealt", "That card was not dealt to this seat.")()
SHARE_BATCHES: Final = message(
    "log.share-batches", "The event does not hold one batch of shares for each set of keys."
)()
SIGNED_TWICE = message(
    "log.signed-twice",
    "{name:verbatim} (seat {seat:count}) signed two different {what:message} for round {round:count}: "
    "this key signed twice "
    "(cheating, or a copied key).",
)
EVENTS: Final = message("log.events", "events")()
HAVES: Final = message("log.haves", "confirmations")()
VOTES: Final = message("log.votes", "votes")()
NOT_TWO_IN_ORDER: Final = message(
    "log.not-two-in-order", "The evidence does not hold two different events, haves or votes in order."
)()
NOT_ONE_SEAT: Final = message(
    "log.not-one-seat", "The two messages of the evidence are not of the same seat and round."
)()
EVIDENCE_UNSIGNED: Final = message(
    "log.evidence-unsigned", "A message of the evidence is not signed by the seat it names."
)()
NOTE_UNKNOWN = message("log.note-unknown", "There is no kind of note {kind:verbatim}.")
CARRIES_NOTHING = message(
    "log.carries-nothing", "An event that does '{act:verbatim}' carries no resignations."
)
RESIGNS_NOBODY: Final = message("log.resigns-nobody", "The event resigns, and embeds no resignation.")()
RESIGNS_OTHERS: Final = message(
    "log.resigns-others", "The event only lets others leave, and something else is owed."
)()
NOTE_NO_EFFECT: Final = message("log.note-no-effect", "The event embeds a note that has no effect.")()
DOES_NOT_FIT = message(
    "log.does-not-fit", "The round is for {step:verbatim}; an event of kind {act:verbatim} does not fit."
)
RECORD_UNKNOWN = message("log.record-unknown", "There is no kind of record {kind:verbatim}.")
VOTE_UNKNOWN: Final = message("log.vote-unknown", "The vote says nothing that this program knows.")()
BY_UNSIGNED = message(
    "log.by-unsigned", "Whoever is said to play on for seat {seat:count} has not signed that for this game."
)
NOTE_OPEN_ROUND: Final = message(
    "log.note-open-round", "The note is about a round that is still open here."
)()
OTHER_GENESIS: Final = message("log.other-genesis", "This is the genesis of another game.")()
OUT_OF_TURN = message(
    "log.out-of-turn",
    "{name:verbatim} (seat {seat:count}) signed an event for round {round:count}, in which it owes none.",
)
BROKE_RULES = message(
    "log.broke-rules",
    "{name:verbatim} (seat {seat:count}) broke the rules in round {round:count}: {why:message}",
)
STILL_OPEN = message("log.still-open", "Round {round:count} is still open here.")
OTHER_ROUND_BEFORE = message(
    "log.other-round-before",
    "{name:verbatim} (seat {seat:count}) builds round {round:count} on another course of the game than "
    "this copy has ({theirs:verbatim},"
    " here {ours:verbatim}).",
)
CAME_TOO_LATE: Final = message(
    "log.came-too-late", "The event was voted absent; it came too late, and only contests that vote."
)()
ENDED_BY_EVIDENCE: Final = message("log.ended-by-evidence", "The game has ended by evidence.")()
ROUNDS_AHEAD = message("log.rounds-ahead", "{name:verbatim} is many rounds ahead.")
FALSE_ABSENCE = message(
    "log.false-absence",
    "{name:verbatim} (seat {seat:count}) has voted that round {round:count} lacks an event, and has "
    "signed what is built on it.",
)
VOTE_UNCOUNTED = message(
    "log.vote-uncounted",
    "{name:verbatim} (seat {seat:count}) votes on seat {other:count} in round {round:count}, and may not: "
    "it does not count.",
)
VOTE_ELSEWHERE: Final = message("log.vote-elsewhere", "The vote is about another branch of the log.")()
RECORD_UNSIGNED = message(
    "log.record-unsigned", "A record that names seat {seat:count} is not signed by it for this game."
)
OTHER_EPOCH: Final = message("log.other-epoch", "The event does not name the epoch of its deck key.")()
OTHER_SHUFFLE: Final = message(
    "log.other-decks", "The event does not name the decks that are to be shuffled."
)()
OTHER_SLOTS: Final = message("log.other-slots", "The event does not name the cards that are to be opened.")()
NO_SHARES: Final = message("log.no-shares", "The event does not hold slots and shares.")()
OTHER_CARDS: Final = message("log.other-cards", "The event does not name the cards that its move shows.")()
OTHER_ROLL = message("log.other-roll", "The event does not name roll {roll:count} as the rules ask for it.")
WRONG_COIN = message(
    "log.wrong-coin", "The value for roll {roll:count} is not the one the seat committed to."
)
WRONG_TIP: Final = message(
    "log.wrong-tip", "The coin tip of the key event does not come from the revealed secret."
)()
ALL_IS_SAID: Final = message("log.all-is-said", "The game is over, and all is said.")()
NO_TIP: Final = message("log.no-tip", "The key event does not hold a commitment and a coin tip.")()
NO_DECKS: Final = message("log.no-decks", "The key event holds a deck key, but the game has no decks.")()
NO_MOVE: Final = message("log.no-move", "The event does not hold a move.")()
OTHER_FACE = message(
    "log.other-face", "The card in slot {index:count} of {deck:verbatim} is {face:face}, not {named:face}."
)
GAME_WENT_ON: Final = message("log.game-went-on", "The game has gone on since this move was chosen.")()
ONLY_WHO_PLAYS: Final = message(
    "log.only-who-plays", "Only a player still in the game can offer or agree to something."
)()
SAID_ALREADY: Final = message(
    "log.said-already", "You have already said so; that holds until the next move."
)()
VOTE_NEEDS: Final = message(
    "log.vote-needs", "You can vote only on others whom the table is waiting for, once on each."
)()
OTHER_SEATS: Final = message(
    "log.other-seats", "The seats it names as still in are not those that are still in after the same log."
)()
OTHER_STATE = message(
    "log.other-state",
    "It names the state {theirs:verbatim}, but after the same log the state is {ours:verbatim} "
    "({rules:verbatim} version {version:count}).",
)


# What the fields of records are called, where one of them is not what it must be.

EVENT: Final = message("field.event", "The event")()
BODY: Final = message("field.body", "The body of the event")()
NOTES: Final = message("field.notes", "The list of notes")()
PREVIOUS_DIGEST: Final = message("field.previous-digest", "The digest of the round before")()
STATE_DIGEST: Final = message("field.state-digest", "The digest of the state")()
EVENT_KIND: Final = message("field.event-kind", "The kind of event")()
A_NOTE: Final = message("field.a-note", "A note")()
RECORD: Final = message("field.record", "The record")()
RECORD_KIND: Final = message("field.record-kind", "The kind of record")()
MESSAGE: Final = message("field.message", "The message")()
VOTE: Final = message("field.vote", "The vote")()
BALLOT: Final = message("field.ballot", "The ballot")()
EVENT_HASH: Final = message("field.event-hash", "The hash of the event")()
HAVE: Final = message("field.have", "The have")()
DIGEST: Final = message("field.digest", "The digest")()
NOTE: Final = message("field.note", "The note")()
NOTE_KIND: Final = message("field.note-kind", "The kind of note")()
DECK_KEYS: Final = message("field.deck-keys", "The list of deck keys")()
A_DECK_KEY: Final = message("field.a-deck-key", "A deck key")()
ROUND_DIGEST: Final = message("field.round-digest", "The digest of the round")()
BY: Final = message("field.by", "The record of who plays on")()
SEATS_IN: Final = message("field.seats-in", "The number that names the seats still in")()
EVIDENCE: Final = message("field.evidence", "The evidence")()
EVIDENCE_PART: Final = message("field.evidence-part", "A message of the evidence")()
RELEASE: Final = message("field.release", "The release")()
DECK: Final = message("field.deck", "The deck")()
POSITION: Final = message("field.position", "The position")()
CHAT_MESSAGE: Final = message("field.chat-message", "The chat message")()
CHAT_TEXT: Final = message("field.chat-text", "The text")()
CHAT_NUMBER: Final = message("field.chat-number", "The number of the chat message")()
PROPOSAL: Final = message("field.proposal", "The proposal")()
SEATS: Final = message("field.seats", "The number of seats")()
FIRST: Final = message("field.first", "Who begins")()
RULES: Final = message("field.rules", "The name of the game")()
RULES_VERSION: Final = message("field.rules-version", "The version of the rules")()
DATA_HASH: Final = message("field.data-hash", "The hash of the data")()
TABLE_NONCE: Final = message("field.table-nonce", "The nonce of the table")()
JOIN: Final = message("field.join", "The join")()
PROPOSAL_HASH: Final = message("field.proposal-hash", "The hash of the proposal")()
PLAYER_KEY: Final = message("field.player-key", "The player's key")()
SEAT_KEY: Final = message("field.seat-key", "The key of the seat")()
PLAYER_NAME: Final = message("field.player-name", "The player's name")()
PLAYER_NONCE: Final = message("field.player-nonce", "The player's nonce")()
GENESIS: Final = message("field.genesis", "The genesis")()
SIGNED_PROPOSAL: Final = message("field.signed-proposal", "The signed proposal")()
SIGNED_JOIN: Final = message("field.signed-join", "The signed join")()
A_SIGNED_JOIN: Final = message("field.a-signed-join", "A signed join")()
JOINS: Final = message("field.joins", "The list of joins")()
AN_OPTION: Final = message("field.an-option", "An option")()
OPTIONS: Final = message("field.options", "Options")()
OPTION: Final = message("field.option", "The option")()
BOTS: Final = message("field.bots", "The number of the host's bots")()
LEAGUE: Final = message("field.league", "The hash of the league")()
VALUE: Final = message("field.value", "The value")()
GAME_BEFORE: Final = message("field.game-before", "The game before")()
LAST_DIGEST: Final = message("field.last-digest", "Its last digest")()


# What is said of game files, of who sits down to what, and of chat.

NOT_A_FILE: Final = message("file.not-a-file", "This is not a game file of p2pgames.")()
COMPRESSED = message(
    "file.compressed", "This is compressed ({kind:verbatim}): unpack it first, and give what was in it."
)
RE_ENCODED: Final = message(
    "file.re-encoded",
    "This was a file of p2pgames, but was sent or saved as text, which has changed its bytes. Ask for it once more, as "
    "an attachment or in a ZIP file, or by p2pgames pack.",
)()
AS_BASE64: Final = message(
    "file.as-base64",
    "This is a file of p2pgames written as base64: decode it first, and give what comes out.",
)()
WHOLE_MAIL: Final = message(
    "file.whole-mail",
    "This is a whole mail: save the file that is attached to it, and give that. p2pgames unpack takes "
    "packs and letters out of a mail.",
)()
A_GAME: Final = message(
    "file.a-game", "This is a game file: p2pgames audit checks it, p2pgames replay shows it."
)()
FOR_UNPACK: Final = message("file.for-unpack", "This is a pack or a letter: p2pgames unpack takes it.")()
A_SEAT_FILE: Final = message(
    "file.a-seat", "This is a seat that is handed over: p2pgames take LINE --file FILE"
)()
A_PROOF: Final = message(
    "file.a-proof", "This is a proof file, not a game: p2pgames audit says what it proves."
)()
OF_A_LEAGUE: Final = message(
    "file.of-a-league", "This file belongs to a league and holds no game: p2pgames league reads it."
)()
NO_GAME: Final = message(
    "file.no-game", "This is a file of p2pgames, but holds no game: the names of game files end in .p2pg."
)()
FILE_OF_OTHER_FORMAT = message(
    "file.of-other-format",
    "This file is of format {theirs:verbatim}; this version of the program reads format {ours:count}.",
)
RECORD_DAMAGED = message(
    "file.record-damaged", "Record {number:count} is damaged (byte {byte:count}). Use another copy."
)
FILE_TORN = message(
    "file.torn",
    "The file is torn: it ends within record {number:count}. Copy it once more; where it was played, "
    "resume cuts off this end, which was never sent, and goes on.",
)
NO_GENESIS: Final = message("file.no-genesis", "The file does not begin with the genesis of a game.")()
MIDDLE_DAMAGED = message(
    "file.middle-damaged",
    "Record {number:count} is damaged (byte {byte:count}); what follows it is not. Use another copy.",
)
RECORD_MALFORMED = message("file.record-malformed", "Record {number:count} is malformed: {why:message}")
UNSIGNED_PROPOSAL: Final = message("genesis.unsigned-proposal", "The proposal is not signed by its host.")()
FOR_NOBODY: Final = message("genesis.for-nobody", "The proposal is for nobody.")()
INVALID_KEY = message(
    "genesis.invalid-key", "A key in the join of {name:verbatim} is not a valid Ed25519 key."
)
UNSIGNED_JOIN = message("genesis.unsigned-join", "The join of {name:verbatim} is not signed by its key.")
OTHER_TABLE = message("genesis.other-table", "The join of {name:verbatim} is for another table.")
SEATS_AND_PLAYERS = message(
    "genesis.seats-and-players", "The table has {seats:count} seats and {players:count} players."
)
SAME_KEY: Final = message("genesis.same-key", "Two seats have the same key or nonce.")()
HOST_NOT_FIRST: Final = message("genesis.host-not-first", "The host does not have the first seat.")()
TABLE_PLAYS = message("genesis.table-plays", "The table plays {rules:verbatim} version {version:count}.")
OTHER_DATA = message(
    "genesis.other-data",
    "The data of {rules:verbatim} here is not the data of the table: install the same release.",
)
OPTIONS_INCOMPLETE: Final = message(
    "genesis.options-incomplete", "The options of the table are incomplete or out of order."
)()
OTHER_FORMAT = message(
    "genesis.other-format", "The table has format {theirs:verbatim}; this program reads {ours:count}."
)
OTHER_DECKS = message(
    "genesis.other-decks", "The proposal does not say rightly whether {rules:verbatim} has hidden cards."
)
OTHER_GROUP = message("genesis.other-group", "The group of the decks is not {group:verbatim}.")
TIME: Final = message(
    "options.time",
    "time per move: minutes, hours or days, such as 10m, 12h or 3d, or none; whoever takes longer may be voted out",
)()
WATCH: Final = message("options.watch", "let people without a seat watch")()
NO_TABLE_OPTION = message(
    "options.none-such", "There is no table option {name:typed}. The options are: {names:verbatim}."
)
TIME_IS = message(
    "options.time-is", "Option time is none or a number with m, h or d, such as 10m, not {value:typed}."
)
UNSIGNED_CHAT: Final = message("chat.unsigned", "A chat message is not signed by its seat for this game.")()
ROUNDS_FALL: Final = message("chat.rounds-fall", "The round numbers in a seat's messages never go down.")()
SAID_ENOUGH = message(
    "chat.said-enough", "You have said {most:count} things since the last move: wait for the next one."
)
CHAT_FULL: Final = message("chat.full", "You have said all that fits into one game's chat.")()
NOTHING_TO_SAY: Final = message("chat.nothing-to-say", "There is nothing to say: type the words after it.")()
PRINTABLE_ONLY: Final = message(
    "chat.printable-only", "A message may hold only characters that others can see."
)()
MESSAGE_LENGTH = message(
    "chat.message-length", "A message has at most {most:count} bytes; this one has {size:count}."
)
