"""Private library APIs: used only by `internals`, and unchanged since they were checked."""

import ast
import hashlib
import importlib
import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from tools.launch.checks import APPS
from tools.launch.layout import ROOT

RELIED_ON: Final[Mapping[str, Mapping[str, str]]] = {
    "postgresql/base.py": {
        "django.db.backends.base.base:BaseDatabaseWrapper.__init__": "69a775601024",
        "django.db.backends.base.base:BaseDatabaseWrapper.ensure_connection": "11d0697684ee",
        "django.db.backends.base.base:BaseDatabaseWrapper.commit": "c4e4337860c8",
        "django.db.backends.base.base:BaseDatabaseWrapper._commit": "95e69c0a3b06",
        "django.db.backends.base.base:BaseDatabaseWrapper.queries_logged": "c41026cf914f",
        "django.db.backends.base.base:BaseDatabaseWrapper.wrap_database_errors": "713ca8463483",
        "django.db.backends.base.base:BaseDatabaseWrapper.rollback": "3b65f339cde0",
        "django.db.backends.base.base:BaseDatabaseWrapper.savepoint": "148d68d50e26",
        "django.db.backends.base.base:BaseDatabaseWrapper.savepoint_commit": "73e5a268695c",
        "django.db.transaction:Atomic.__enter__": "e214b4862385",
        "django.db.transaction:Atomic.__exit__": "aefa64b04560",
        "django.db.backends.postgresql.base:DatabaseWrapper.get_new_connection": "ba2292e0ac9a",
        "django.db.backends.utils:debug_transaction": "e98489c2cebd",
    },
    "postgresql/commits.py": {
        "psycopg:Connection.wait": "0be380f530fd",
        "psycopg:Connection.commit": "864c6e194c79",
        "psycopg.waiting:wait_selector": "204c1ec6e931",
        "psycopg.generators:_execute": "8b09ff09d68a",
        "psycopg.errors:error_from_result": "34b00efd29dc",
    },
    "postgresql/direct.py": {
        "django.utils.connection:BaseConnectionHandler.__getitem__": "85dcb79d857f",
        "django.utils.connection:BaseConnectionHandler.__setitem__": "5beb7ebf5309",
        "django.db.transaction:Atomic.__enter__": "e214b4862385",
    },
    "postgresql/waiting.py": {
        "psycopg:Connection.wait": "0be380f530fd",
        "psycopg.waiting:wait_selector": "204c1ec6e931",
        "psycopg.generators:_fetch": "c5d554412ff0",
    },
    "binary_cursors.py": {
        "django.db.backends.base.base:BaseDatabaseWrapper.wrap_database_errors": "713ca8463483",
    },
    "prepared_statements.py": {
        "psycopg:Connection.__init__": "209472c14b5e",
        "psycopg:Connection._start_query": "044c6b1fa101",
        "psycopg.generators:_execute": "8b09ff09d68a",
        "psycopg.generators:_fetch_many": "043476751f12",
        "psycopg.errors:error_from_result": "34b00efd29dc",
        "psycopg._py_transformer:Transformer.dump_sequence": "6ce094c4de6a",
        "psycopg._py_transformer:Transformer.set_pgresult": "a59f57f81858",
        "psycopg._py_transformer:Transformer.load_rows": "1e649098061e",
        "django.db.backends.base.base:BaseDatabaseWrapper.validate_no_broken_transaction": "69fd85bfecd6",
    },
    "compiled_queries.py": {
        "django.db.models.sql.query:Query.get_compiler": "67a070b12ce9",
        "django.db.models.sql.compiler:SQLCompiler.as_sql": "662ddbd6e285",
        "django.db.models.sql.compiler:SQLCompiler.get_select": "e2c2ee3a9cc3",
        "django.db.models.sql.compiler:SQLCompiler.get_converters": "4016619cb064",
        "django.db.models.sql.compiler:SQLCompiler.apply_converters": "0f0d9d6cda01",
        "django.db.models.query:get_related_populators": "7a88305ebce4",
        "django.db.models.query:RelatedPopulator": "384db7f8e55f",
        "django.db.models.query:ModelIterable.__iter__": "53530583c002",
        "django.db.models.query:prefetch_one_level": "5ecf9298b6fb",
    },
    "create_models.py": {
        "django.db.migrations.state:ProjectState.add_model": "1e108c1de38a",
        "django.db.migrations.operations.models:CreateModel.state_forwards": "371586f8362e",
        "django.db.migrations.operations.models:CreateModel.database_forwards": "8e704b71e36e",
    },
    "gunicorn_worker.py": {
        "gunicorn.workers.gthread:TConn": "5833e6a0f3ea",
        "gunicorn.workers.gthread:ThreadWorker.accept": "874d67269b31",
        "gunicorn.workers.gthread:ThreadWorker.enqueue_req": "2bf81648f054",
        "gunicorn.workers.gthread:ThreadWorker.handle": "392e93f9ccac",
        "gunicorn.workers.gthread:ThreadWorker.handle_request": "10c0101bf9bc",
        "gunicorn.http.unreader:Unreader": "af38b74d8940",
        "gunicorn.http.unreader:SocketUnreader": "b93f2b0b360a",
        "gunicorn.http.body:LengthReader": "46a397345065",
        "gunicorn.http.body:ChunkedReader": "4824f6dd43ea",
    },
    "handed_connections.py": {
        "uvicorn.server:Server.startup": "94b6ca58362b",
        "uvicorn.server:Server.shutdown": "e77816becd67",
        "uvicorn.config:Config.load": "373150ffd10a",
        "uvicorn.protocols.http.h11_impl:H11Protocol.__init__": "a1fcfdb06069",
        "uvicorn.protocols.http.h11_impl:H11Protocol.data_received": "0b834ae93e7a",
    },
    "file_queue.py": {
        "kombu.transport.filesystem:Channel._put": "8d14f0989eba",
        "kombu.transport.filesystem:Channel._get": "05647f308dfe",
        "kombu.transport:resolve_transport": "35feb8a8c2bf",
    },
    "allauth_flows.py": {
        "allauth.account.internal.flows.login:perform_password_login": "272eef26fb80",
        "allauth.account.internal.flows.login:perform_login": "1a9da0029a14",
        "allauth.account.internal.flows.login:record_authentication": "b408198ff0be",
        "allauth.account.internal.flows.reauthentication:reauthenticate_by_password": "a4713f0ce1b3",
        "allauth.account.internal.flows.reauthentication:suspend_request": "0574ec609c22",
        "allauth.account.internal.flows.reauthentication:resume_request": "fc0d1c3bda67",
        "allauth.core.internal.ratelimit:Rate": "2f8edab68d5e",
        "allauth.core.internal.ratelimit:clear": "447ec25013a1",
        "allauth.core.internal.ratelimit:consume": "eacf7a837dc5",
        "allauth.core.internal.ratelimit:_consume_single_rate": "6c0297f6b375",
        "allauth.core.internal.ratelimit:get_cache_key": "b28f7fc94403",
        "allauth.core.internal.ratelimit:get_rates": "331b74a08b1c",
        "allauth.mfa.webauthn.internal.auth:begin_authentication": "803884c07d48",
        "allauth.mfa.totp.internal.auth:TOTP": "77d1cba6b58f",
        "allauth.mfa.totp.internal.auth:generate_totp_secret": "e78e4eb09014",
        "allauth.mfa.totp.internal.auth:hotp_value": "ca9163160607",
        "allauth.mfa.totp.internal.auth:format_hotp_value": "255bbdfe75c1",
    },
    "headless.py": {
        "allauth.headless.internal.decorators:mark_request_as_headless": "07b08c1ee8d6",
        "allauth.headless.internal.decorators:app_view": "ae0245c29d17",
        "allauth.headless.internal.authkit:authentication_context": "c42e357d96a5",
        "allauth.headless.internal.authkit:expose_access_token": "215b1864199b",
        "allauth.headless.internal.sessionkit:expose_session_token": "b60406bc3c61",
        "allauth.headless.internal.restkit.views:RESTView": "89e01303ea7e",
    },
    "login_attempts.py": {
        "allauth.account.adapter:DefaultAccountAdapter._get_login_attempts_cache_key": "9b7fd4cf40ed",
        "allauth.account.adapter:DefaultAccountAdapter._delete_login_attempts_cached_email": "07756ec31a71",
        "allauth.account.adapter:DefaultAccountAdapter.pre_authenticate": "77904a914414",
    },
    "oidc.py": {
        "allauth.idp.oidc.views:AuthorizationView": "aae99adf87fc",
    },
    "password_tokens.py": {
        "django.contrib.auth.tokens:PasswordResetTokenGenerator.make_token": "8b5e592a9aa1",
        "django.contrib.auth.tokens:PasswordResetTokenGenerator.check_token": "de8b46aef557",
        "django.contrib.auth.tokens:PasswordResetTokenGenerator._make_token_with_timestamp": "7a2e63288069",
        "django.contrib.auth.tokens:PasswordResetTokenGenerator._make_hash_value": "0f64b75b2a2f",
    },
    "rendered_models.py": {
        "django.db.migrations.state:ProjectState._find_reload_model": "2c284bdf18ed",
        "django.db.migrations.state:ProjectState.reload_model": "25463459328b",
        "django.db.migrations.state:ProjectState._reload": "8fa7a507df50",
        "django.db.migrations.state:ProjectState.clear_delayed_apps_cache": "d0e722c76b91",
        "django.db.migrations.operations.special:RunPython.database_forwards": "0228760e2982",
    },
    "stored_sessions.py": {
        "django.contrib.sessions.backends.db:SessionStore._get_session_from_db": "f603e141bbae",
        "django.contrib.sessions.backends.db:SessionStore.load": "16c9c548d250",
    },
    "texts.py": {},  # a django-stubs type, which has no code
}
"""Library code that each module of `internals` relies on, with a hash of it without comments."""

CASES: Final = [
    (module, name, code) for module, names in RELIED_ON.items() for name, code in names.items()
]
PRIVATE: Final = re.compile(
    r"(allauth\..*\binternal\b|psycopg\.(generators|waiting|_\w+)|django\.db\.models\.(sql|query:get_related_populators)"
    r"|gunicorn\.(http|util|workers)|kombu\.transport|\w+(\.\w+)*[.:]_[a-z]\w*)"
)
NOT_IMPORTED: Final = {"migrations", "management", "settings", "__main__", "wsgi", "streams"}
"""Modules that are no part of a running product, or start it."""
ATTRIBUTES: Final = {
    *("queries_logged", "queries_log", "wrap_database_errors", "validate_no_broken_transaction"),
    *("get_compiler", "klass_info", "nr_conns", "enqueue_req", "unreader", "_state"),
}


@pytest.mark.parametrize(("module", "name", "code"), CASES, ids=[name for _, name, _ in CASES])
def test_the_code_relied_on_is_unchanged(module: str, name: str, code: str) -> None:
    assert digest(source(name)) == code, (
        f"{name} has changed: see whether internals/{module} still does what it says, then write the new value"
    )


def test_every_module_says_what_it_relies_on() -> None:
    modules = {str(path.relative_to(ROOT / "internals")) for path in files("internals")}

    assert modules - {"__init__.py", "postgresql/__init__.py"} == set(RELIED_ON)


def test_only_internals_imports_private_apis() -> None:
    # proves that the pattern matches at all
    assert {name for name in imported(files("internals")) if PRIVATE.match(name)}
    others = [path for app in APPS if app != "internals" for path in files(app)]
    found = {name for name in imported(others) if PRIVATE.match(name)}

    assert {name for name in found if name.partition(":")[0].split(".")[0] not in APPS} == set()


def test_only_internals_uses_private_attributes() -> None:
    assert set(attributes(files("internals"))) >= ATTRIBUTES
    others = [path for app in APPS if app != "internals" for path in files(app)]

    assert set(attributes(others)) & ATTRIBUTES == set()


def test_only_internals_overrides_private_methods() -> None:
    overridden = {f"{one.__module__}:{name}" for one, name in private_overrides()}

    assert "internals.login_attempts:_get_login_attempts_cache_key" in overridden
    assert {one for one in overridden if not one.startswith("internals.")} == set()


def test_a_comment_is_no_change_of_the_code() -> None:
    assert (
        digest("if a:\n    # why\n\n    b()\n")
        == digest("if a:\n    b()\n")
        != digest("if a: b()\n")
    )


def source(name: str) -> str:
    """Return the code of a name as written in its file: test tools replace `ensure_connection` at run time."""
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    written = in_file(inspect.getsource(found), path.split("."))
    if written is not None:
        return written
    for part in path.split("."):
        found = inspect.getattr_static(found, part)
    for wrapped in ("fget", "func", "__func__"):
        found = getattr(found, wrapped, found)
    return inspect.getsource(inspect.unwrap(found))


def in_file(text: str, path: list[str]) -> str | None:
    """Return the lines of a class, method or function of this text; None if it is defined elsewhere."""
    node: ast.AST = ast.parse(text)
    for part in path:
        inside = [one for one in getattr(node, "body", ()) if getattr(one, "name", "") == part]
        if not inside:
            return None
        node = inside[-1]
    assert isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
    return "\n".join(text.splitlines()[first - 1 : node.end_lineno])


def digest(text: str) -> str:
    """Return a short hash of the code without comments and blank lines."""
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for line in lines if line and not line.lstrip().startswith("#")]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:12]


def files(app: str) -> list[Path]:
    return sorted((ROOT / app).rglob("*.py"))


def private_overrides() -> Iterator[tuple[type, str]]:
    """Yield the classes of the product with a method that overrides a private one of a library, and its name."""
    for module in product_modules():
        for one in vars(module).values():
            if isinstance(one, type) and one.__module__ == module.__name__:
                yield from ((one, name) for name in vars(one) if overrides_private(one, name))


def product_modules() -> Iterator[ModuleType]:
    for app in APPS:
        for path in files(app):
            if not NOT_IMPORTED & {*path.parts, path.stem}:
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield importlib.import_module(name.removesuffix(".__init__"))


def overrides_private(one: type, name: str) -> bool:
    if not re.fullmatch(r"_[a-z]\w*[a-z0-9]", name) or not inspect.isfunction(vars(one)[name]):
        return False
    others = (base for base in one.__mro__[1:] if base.__module__.partition(".")[0] not in APPS)
    return any(inspect.isfunction(vars(base).get(name)) for base in others)


def attributes(paths: list[Path]) -> Iterator[str]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                yield node.attr


def imported(paths: list[Path]) -> Iterator[str]:
    """Yield the imports of these files as module or module:name."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield from (f"{node.module}:{alias.name}" for alias in node.names)
