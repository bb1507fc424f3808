"""Work on proofs: long work goes to a thread, one at a time; brief work is done on the spot."""

from threading import get_ident

import trio

from p2pgames_protocol.log.proof_jobs import ProofJob
from p2pgames_protocol.net.live_replica import do_job


def test_one_long_proof_is_worked_on_at_a_time():
    at_work, most = [], []

    def work():
        at_work.append(get_ident())
        most.append(len(at_work))
        sum(range(200_000))  # long enough for another thread to begin
        at_work.pop()
        return get_ident()

    async def main():
        async with trio.open_nursery() as nursery:
            for _ in range(8):
                nursery.start_soon(do_job, ProofJob(None, work))
        return await do_job(ProofJob(None, work))

    assert trio.run(main) != get_ident()
    assert max(most) == 1


def test_brief_proofs_are_worked_on_where_they_are_asked_for():
    assert trio.run(do_job, ProofJob(None, get_ident, brief=True)) == get_ident()
