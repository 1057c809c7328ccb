// One sandbox for what asks it many things and needs none of its own: starting one takes as long as a hundred pages.
import "./one-sandbox/share.ts";
import "./one-sandbox/bodies.ts";
import "./one-sandbox/longest-bodies.ts";
import "./one-sandbox/cookies.ts";
