"""Keys and signatures: only sound keys, only exact messages."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.secret import GameSecret, commitment
from p2pgames_protocol.wire import identity as libsodium
from p2pgames_protocol.wire.codec import prefixed
from p2pgames_protocol.wire.identity import KEPT_SIZE, Identity, is_valid_key, short, verify
from tests.signatures import SCOPE, signatures

P = 2**255 - 19
LOW_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]
ME = Identity(b"\1" * 32)


@pytest.mark.parametrize("key", LOW_ORDER)
def test_low_order_keys_are_refused_with_their_forgeries(key):
    key = bytes.fromhex(key)
    assert not is_valid_key(key)
    identity = bytes.fromhex(LOW_ORDER[0])
    assert not verify(key, identity + bytes(32), "event", b"", b"anything")


def test_the_library_decides_by_the_equation_but_takes_any_key():
    """Why keys are checked beside it, and why nothing else is: it compares R as bytes, and refuses s from q on."""
    for name, (_, key, signature, body, valid) in signatures().items():
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, prefixed("event", SCOPE, body))
            taken = True
        except InvalidSignature:
            taken = False
        assert taken == (valid or name.startswith("key-")), name
        assert verify(key, signature, "event", SCOPE, body) == valid, name


def test_what_libsodium_accepts_is_valid_and_what_it_refuses_may_be():
    refused = set()
    for name, (_, key, signature, body, valid) in signatures().items():
        if is_valid_key(key):
            if libsodium.accepts(key, signature, prefixed("event", SCOPE, body)):
                assert valid, name
            else:
                refused.add(name)
            assert verify(key, signature, "event", SCOPE, body) == valid, name
    assert "valid-neutral-r" in refused
    assert not {"valid", "valid-by-hand"} & refused


@pytest.fixture(params=["small orders", "large s"])
def lax(request, monkeypatch):
    """A build of libsodium that does not see small orders, or takes any s."""
    strict = libsodium.crypto_sign_open

    def opened(signed, key):
        s = int.from_bytes(signed[32:64], "little")
        if request.param == "small orders":
            return signed[64:]
        return strict(signed[:32] + (s % edwards.ORDER).to_bytes(32, "little") + signed[64:], key)

    monkeypatch.setattr(libsodium, "crypto_sign_open", opened)
    libsodium._is_strict.cache_clear()
    yield
    libsodium._is_strict.cache_clear()


@pytest.mark.usefixtures("lax")
def test_a_libsodium_that_accepts_more_is_not_asked():
    for name, (_, key, signature, body, valid) in signatures().items():
        assert not libsodium.accepts(key, signature, prefixed("event", SCOPE, body))
        assert verify(key, signature, "event", SCOPE, body) == valid, name


def test_mixed_order_and_non_canonical_keys_are_refused():
    from nacl.bindings import crypto_core_ed25519_add

    mixed = crypto_core_ed25519_add(ME.key, bytes.fromhex(LOW_ORDER[4]))
    assert not is_valid_key(mixed)
    assert not is_valid_key((P + 1).to_bytes(32, "little"))
    assert not is_valid_key(ME.key[:31])
    assert is_valid_key(ME.key)


def test_a_signature_holds_for_its_tag_scope_and_body_alone():
    signature = ME.sign("event", b"game", b"body")
    assert verify(ME.key, signature, "event", b"game", b"body")
    for tag, scope, body in [
        ("have", b"game", b"body"),
        ("event", b"gamf", b"body"),
        ("event", b"gameb", b"ody"),
    ]:
        assert not verify(ME.key, signature, tag, scope, body)
    assert not verify(Identity(b"\2" * 32).key, signature, "event", b"game", b"body")
    assert not verify(ME.key, signature[:63], "event", b"game", b"body")
    assert not verify(ME.key, signature[:32] + bytes(32), "event", b"game", b"body")


@pytest.mark.parametrize("size", [0, KEPT_SIZE + 1])
def test_what_held_once_says_nothing_of_anything_else(size):
    """Signatures that hold are kept by key, signature and message: another of the three is another question."""
    one, other = Identity(bytes([1]) * 32), Identity(bytes([2]) * 32)
    body = bytes(size)
    signature = one.sign("event", SCOPE, body)
    forged = signature[:-1] + bytes([signature[-1] ^ 1])
    for _ in range(2):
        assert verify(one.key, signature, "event", SCOPE, body)
        assert not verify(other.key, signature, "event", SCOPE, body)
        assert not verify(one.key, forged, "event", SCOPE, body)
        assert not verify(one.key, signature, "event", SCOPE, body + b"\0")
        assert not verify(one.key, signature, "have", SCOPE, body)


def test_secrets_are_bound_to_a_game_and_do_not_show():
    one, other = (GameSecret(ME, game, 0) for game in (b"one", b"other"))
    assert one.reveal() != other.reveal()
    assert commitment(b"one", 0, one.reveal()) == one.commitment() != commitment(b"one", 1, one.reveal())
    shown = f"{ME!r}{one!r}"
    assert ME.seed().hex() not in shown
    assert one.reveal().hex() not in shown
    assert short(ME.key) in shown
    with pytest.raises(ValueError, match="32 bytes"):
        Identity(b"short")
