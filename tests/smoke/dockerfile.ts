import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * A stage of the build: its file system as a folder, its working directory, its environment, and the instructions for its
 * image.
 */
type Stage = { folder: string; cwd: string; env: Record<string, string>; howToRun: Record<string, string> };

/** Instructions that only describe how the image is run. */
const RUN_INSTRUCTIONS = ["CMD", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "USER"];

/**
 * Runs the Dockerfile without Docker: each stage is a folder below `root`, with this machine's Node. Returns the stages by name
 * (the last is "image"), and `placeIn`, which returns the path of a stage's file on this machine. Throws at the first step that
 * fails or is unknown.
 */
export function runDockerfile(root: string) {
  const stages: Record<string, Stage> = {};
  let stage: Stage = { folder: root, cwd: "/", env: {}, howToRun: {} };

  const steps: Record<string, (words: string[], rest: string) => void> = {
    FROM([image = "", , name = "image"]) {
      assert.match(image, /^node:\d+-slim$/);
      stage = { folder: path.join(root, name), cwd: "/", env: {}, howToRun: {} };
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
    if (RUN_INSTRUCTIONS.includes(instruction)) stage.howToRun[instruction] = rest;
    else {
      assert(steps[instruction], `${instruction} is not known to this test.`);
      steps[instruction](rest.split(/\s+/), rest);
    }
  }
  return { stages, placeIn };
}

function placeIn({ folder, cwd }: Stage, ...places: string[]): string {
  return path.join(folder, path.resolve(cwd, ...places));
}

/** Returns the Dockerfile's steps as pairs of the instruction and its arguments. */
function readSteps(): [string, string][] {
  const text = readFileSync("Dockerfile", "utf8")
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ");
  return [...text.matchAll(/^(\w+)\s+(.+)$/gm)].map(([, instruction = "", rest = ""]) => [instruction, rest]);
}

/** Returns whether .dockerignore, which excludes everything and lists exceptions, includes a path. */
function isInContext(place: string): boolean {
  return readFileSync(".dockerignore", "utf8").split("\n").includes(`!${place}`);
}

/** Returns this machine's settings for its package registry. */
function npmSettings() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(npm_config_|https?_proxy$|NODE_EXTRA_CA)/i.test(name)),
  );
}
