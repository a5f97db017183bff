"""Modules become one script that means the same, and every drawing of the pages is one."""

import pytest
import quickjs

from api.pictures.linker import linked
from api.pictures.painter import MODULES, Job, Painter, fonts, script_of
from domain.rulesets import CURRENT


def value_of(modules: dict[str, str], expression: str) -> object:
    return quickjs.Context().eval(f"const main = {linked('a/main.js', modules.__getitem__)}; {expression}")


def test_every_form_of_import_and_export_means_what_it_does_in_a_browser() -> None:
    modules = {
        "a/main.js": """/** import {no} from './no.js' */
import start, { one as first, later } from './two.js';
import * as all from '../b/three.js';
export { deep } from '../b/three.js';
export const sum = () => first + all.three + start();
export async function slow() {}
export { later as late };
""",
        "a/two.js": "import { three } from '../b/three.js';\nexport default function two() { return 2; }\n"
        "export const one = three - 2;\nexport const later = 7;\n",
        "b/three.js": "const three = 3;\nexport { three };\nexport class deep {}\n",
    }
    assert value_of(modules, "main.sum() + main.late + typeof main.deep + typeof main.slow") == "13functionfunction"


def test_modules_may_use_functions_of_each_other() -> None:
    modules = {
        "a/main.js": "import { odd } from './odd.js';\nexport const even = (n) => n === 0 || odd(n - 1);\n",
        "a/odd.js": "import { even as other } from './main.js';\nexport const odd = (n) => n !== 0 && other(n - 1);\n",
    }
    assert value_of(modules, "main.even(10) && !main.even(7)") is True


@pytest.mark.parametrize(
    ("modules", "why"),
    [
        ({"a/main.js": "import { x } from 'elsewhere';"}, "which is no path"),
        ({"a/main.js": "import { x } from './none.js';"}, "no module a/none.js"),
        ({"a/main.js": "import './b.js';"}, "unknown form"),
        ({"a/main.js": "export default 3;"}, "unknown form"),
        ({"a/main.js": "export let changes = 3;"}, "unknown form"),
    ],
)
def test_what_it_does_not_know_is_refused(modules: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        linked("a/main.js", modules.__getitem__)


@pytest.mark.parametrize("ruleset", CURRENT)
def test_the_drawings_of_every_ruleset_are_pure_modules(ruleset: str) -> None:
    assert "innerHTML" not in script_of(MODULES, ruleset)
    cover = b'{"size":"cover","width":60,"height":40,"view":null,"names":[],"points":[],"title":"A","note":""}'
    assert Painter().paint(Job(ruleset, cover)).failed == "", "a module needs more than the language has"


def test_a_drawing_that_fails_says_why_and_harms_no_other() -> None:
    painter = Painter()
    assert "SyntaxError" in painter.paint(Job("great_fire", b"no JSON")).failed
    request = b'{"size":"cover","width":60,"height":40,"view":null,"names":[],"points":[],"title":"A <b>","note":""}'
    good = painter.paint(Job("none", request))
    assert good.failed == "" and b"A &lt;b&gt;" in good.body and good.body.startswith(b"<svg xmlns=")
    assert painter.paint(Job("none", request, 60)).body.startswith(b"\x89PNG")
    assert len(fonts()) > 3
