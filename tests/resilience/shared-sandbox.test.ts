// One sandbox for what asks it many things and needs none of its own: starting one takes as long as a hundred pages.
import "./shared-sandbox/share.ts";
import "./shared-sandbox/bodies.ts";
import "./shared-sandbox/longest-bodies.ts";
import "./shared-sandbox/cookies.ts";
