// One real site for what it does of itself. The first is about pages that nobody has asked for yet.
import "./shared-site/page-cache.ts";
import "./shared-site/static-files.ts";
import "./shared-site/cross-site.ts";
