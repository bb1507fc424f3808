"""What one guess of the words of a table costs: ``python -m benchmarks.words``."""

from time import process_time

from p2pgames_protocol.wire import invite

TRIES = 5
YEAR = 365.25 * 24 * 3600


def seconds() -> float:
    """Return the least time that one core took for a guess."""
    took = []
    for number in range(TRIES):
        began = process_time()
        invite.stretch(number.to_bytes(invite.SECRET_SIZE, "big"))
        took.append(process_time() - began)
    return min(took)


if __name__ == "__main__":
    each = seconds()
    years = each * 2 ** (8 * invite.SECRET_SIZE - 1) / YEAR
    print(
        f"{each:.2f} s of one core for a guess, {invite.MEMORY >> 20} MiB; {years:,.0f} years of one core on average"
    )
