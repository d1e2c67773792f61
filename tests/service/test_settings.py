from pathlib import Path

import pytest

from service.settings import Settings, SettingsError, flag_name, load_settings, variable_name


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable_name(name), raising=False)


def complaint(overrides: dict[str, object]) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(overrides)
    return str(caught.value)


def test_there_is_a_default_for_everything() -> None:
    settings = load_settings({})
    assert settings.bundles == (Path("models/bundles"),)
    assert settings.host == "127.0.0.1"


def test_every_setting_says_what_it_is_for() -> None:
    assert all(field.description for field in Settings.model_fields.values())


def test_the_environment_sets_and_a_flag_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGOMAN_PORT", "81")
    monkeypatch.setenv("DRAGOMAN_BUNDLES", "a, b/c")
    assert load_settings({}).port == 81
    assert load_settings({}).bundles == (Path("a"), Path("b/c"))
    assert load_settings({"port": "82"}).port == 82


def test_names_of_the_setting() -> None:
    assert (variable_name("max_rows"), flag_name("max_rows")) == ("DRAGOMAN_MAX_ROWS", "--max-rows")


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("port", "http", "DRAGOMAN_PORT (--port): Input should be a valid integer"),
        ("port", "65536", "DRAGOMAN_PORT (--port): Input should be less than or equal to 65535"),
        ("max_rows", "0", "DRAGOMAN_MAX_ROWS (--max-rows): Input should be greater than 0"),
        ("num_beams", "9", "DRAGOMAN_NUM_BEAMS (--num-beams): Input should be less than or equal to 8"),
        ("device", "gpu", "DRAGOMAN_DEVICE (--device): Input should be 'cpu', 'cuda' or 'auto'"),
        ("keep_alive_s", "inf", "DRAGOMAN_KEEP_ALIVE_S (--keep-alive-s): Input should be a finite number"),
        ("bundles", "a,,b", "DRAGOMAN_BUNDLES (--bundles): Value error, an entry is empty"),
        ("rate_limit", "often", "DRAGOMAN_RATE_LIMIT (--rate-limit): Value error, this is not a rate; write 60/minute"),
        ("alternatives_limit", "8", "DRAGOMAN_ALTERNATIVES_LIMIT (--alternatives-limit): Input should be less than 8"),
        ("api_keys_file", "/nowhere", "DRAGOMAN_API_KEYS_FILE (--api-keys-file): Value error, the file cannot be read"),
        ("host", "", "DRAGOMAN_HOST (--host): String should have at least 1 character"),
    ],
)
def test_a_bad_value_is_refused_with_its_names_and_itself(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, text: str
) -> None:
    assert complaint({name: value}).startswith(text)
    monkeypatch.setenv(variable_name(name), value)
    assert complaint({}).startswith(text)
    assert repr(value) in complaint({}) or name == "bundles"


def test_beams_need_as_many_rows() -> None:
    assert load_settings({"num_beams": "4", "max_rows": "4"}).num_beams == 4
    assert load_settings({"num_beams": "4", "max_rows": "8", "workers": "2"}).num_beams == 4
    assert "there are 3;" in complaint({"num_beams": "4", "max_rows": "7", "workers": "2"})
    assert complaint({"num_beams": "4", "max_rows": "3"}) == (
        "DRAGOMAN_NUM_BEAMS (--num-beams): Value error, each beam takes a row of one worker, and there are 3; "
        "raise DRAGOMAN_MAX_ROWS. Given: '4'"
    )


def test_several_bad_values_are_all_named() -> None:
    assert len(complaint({"port": "x", "max_rows": "y"}).splitlines()) == 2


def test_an_unknown_variable_is_refused_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt limit once kept its default without a word."""
    monkeypatch.setenv("DRAGOMAN_MAX_ROW", "4")
    assert complaint({}) == "DRAGOMAN_MAX_ROW is not a setting: did you mean DRAGOMAN_MAX_ROWS?"


def test_an_unknown_variable_like_nothing_is_refused_with_all_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGOMAN_QQQQQQQQQQQQQQQQ", "4")
    assert "known are DRAGOMAN_HOST, DRAGOMAN_PORT" in complaint({})


def test_variables_of_a_kubernetes_service_named_dragoman_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGOMAN_SERVICE_HOST", "10.0.0.1")
    assert "enableServiceLinks: false" in complaint({})
    monkeypatch.delenv("DRAGOMAN_SERVICE_HOST")
    monkeypatch.setenv("DRAGOMAN_PORT", "tcp://10.0.0.1:5000")
    assert "enableServiceLinks: false" in complaint({})


def test_keys_come_from_the_setting_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(" c \n\nd\n", "utf-8")
    settings = load_settings({"api_keys": "a, b", "api_keys_file": str(file)})
    assert settings.all_api_keys == ("a", "b", "c", "d")
    assert load_settings({}).all_api_keys == ()
    file.write_text("\n", "utf-8")
    assert "the file has no key" in complaint({"api_keys_file": str(file)})


@pytest.mark.parametrize("keys", ["secret,,b", "secret, two words", "secret,ä"])
def test_keys_are_not_shown_not_even_where_they_are_wrong(keys: str) -> None:
    assert "no header can hold" in complaint({"api_keys": keys})
    assert "secret" not in complaint({"api_keys": keys})
    assert "secret" not in load_settings({"api_keys": "secret"}).model_dump_json()


def test_a_rate_may_have_several_parts() -> None:
    assert load_settings({"rate_limit": "5/second;1000/hour"}).rate_limit == "5/second;1000/hour"
