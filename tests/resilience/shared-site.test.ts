// One real site for tests that need none of their own. The first test is about pages that were never requested.
import "./shared-site/page-cache.ts";
import "./shared-site/static-files.ts";
import "./shared-site/cross-site.ts";
