// One sandbox for tests that need none of their own: starting one takes as long as a hundred pages.
import "./shared-sandbox/link-previews.ts";
import "./shared-sandbox/bodies.ts";
import "./shared-sandbox/longest-bodies.ts";
import "./shared-sandbox/cut-forms.ts";
import "./shared-sandbox/desk.ts";
