import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What a FROM begins: a folder in the place of a file system, and what later steps find there. */
type Stage = { folder: string; cwd: string; env: Record<string, string> };

/** What says how an image is run, and changes nothing in it. */
const ABOUT = ["CMD", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "USER"];

/**
 * Carries out the Dockerfile without Docker, each stage as a folder in this one, with this machine's Node. Gives its stages by
 * name, the last as "image", what it says of running one, and a place in a stage as a path of this machine. Throws at the first
 * step that fails, or that it does not know.
 */
export function carryOutDockerfile(root: string) {
  const stages: Record<string, Stage> = {};
  const about: Record<string, string> = {};
  let stage: Stage = { folder: root, cwd: "/", env: {} };

  const steps: Record<string, (words: string[], rest: string) => void> = {
    FROM([image = "", , name = "image"]) {
      assert.match(image, /^node:\d+-slim$/);
      stage = { folder: path.join(root, name), cwd: "/", env: {} };
      stages[name] = stage;
    },
    WORKDIR([place = ""]) {
      stage.cwd = place;
      mkdirSync(placeIn(stage), { recursive: true });
    },
    ENV(words) {
      Object.assign(stage.env, Object.fromEntries(words.map((word) => word.split(/=(.*)/))));
    },
    COPY(words) {
      const from = words[0]?.startsWith("--from=") ? words.shift()?.slice("--from=".length) : undefined;
      const target = words.pop() ?? "";
      for (const place of words) {
        if (from === undefined) assert(isInContext(place), `${place} is kept out by .dockerignore.`);
        const name = target.endsWith("/") ? path.basename(place) : "";
        cpSync(from ? path.join(root, from, place) : place, placeIn(stage, target, name), { recursive: true });
      }
    },
    RUN(_words, command) {
      const own = { PATH: process.env.PATH, HOME: process.env.HOME, ...npmSettings() };
      const env = { ...own, ...stage.env } as unknown as NodeJS.ProcessEnv;
      const { status, stderr } = spawnSync("sh", ["-c", command], { cwd: placeIn(stage), env, encoding: "utf8" });
      assert.equal(status, 0, `RUN ${command} failed: ${stderr}`);
    },
  };

  for (const [instruction, rest] of readSteps()) {
    if (ABOUT.includes(instruction)) about[instruction] = rest;
    else {
      assert(steps[instruction], `${instruction} is not known to this test.`);
      steps[instruction](rest.split(/\s+/), rest);
    }
  }
  return { stages, about, placeIn };
}

function placeIn({ folder, cwd }: Stage, ...places: string[]): string {
  return path.join(folder, path.resolve(cwd, ...places));
}

/** The Dockerfile's steps: instruction and the rest. */
function readSteps(): [string, string][] {
  const text = readFileSync("Dockerfile", "utf8")
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ");
  return [...text.matchAll(/^(\w+)\s+(.+)$/gm)].map(([, instruction = "", rest = ""]) => [instruction, rest]);
}

/** Whether .dockerignore, which leaves out everything and then names exceptions, lets a place through. */
function isInContext(place: string): boolean {
  return readFileSync(".dockerignore", "utf8").split("\n").includes(`!${place}`);
}

/** How this machine reaches its package registry. */
function npmSettings() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(npm_config_|https?_proxy$|NODE_EXTRA_CA)/i.test(name)),
  );
}
