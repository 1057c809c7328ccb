// One real site for what it does of itself. The first is about pages that nobody has asked for yet.
import "./one-site/page-cache.ts";
import "./one-site/static-files.ts";
import "./one-site/cross-site.ts";
