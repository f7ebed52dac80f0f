"""What axe-core says of a page."""

from axe_core_python.sync_playwright import Axe


def expect_clean(page, where):
    violations = Axe().run(page)["violations"]
    found = [
        f"{v['id']}: {v['help']} ({', '.join(str(n['target']) for n in v['nodes'][:3])})"
        for v in violations
    ]
    assert found == [], f"{where}: " + "; ".join(found)
