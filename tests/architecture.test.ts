import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/**
 * The folders of app/, each with those that it may import: the ones below its own line, and those to its right.
 * `docs/decisions/070-folders-by-subject.md` says why.
 */
const RANKS = [
  ["root.tsx", "entry.server.tsx", "entry.client.tsx"],
  ["routes"],
  ["server", "doctor"],
  ["dashboard"],
  ["imports", "moves", "requests", "dns", "newsletter", "schools", "accounts"],
  ["payments", "orders"],
  // What customers own beside domains: hosting, mailboxes and certificates.
  ["services"],
  ["contact", "desk", "domains", "blog", "projects", "pictures"],
  ["mail"],
  ["ui"],
  ["platform"],
  // The table of URLs, which imports nothing.
  ["routes.ts"],
].flat();

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => ({ path: `app/${name}`, text: readFileSync(`app/${name}`, "utf8") }));

const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Components of one area are in the `ui` folder beside its routes. */
const AREA_COMPONENTS = /^app\/routes\/(.+)\/ui\//;

const folderOf = (path: string) => path.split("/")[1] ?? "";

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith("#app/")) return specifier.replace("#app/", "app/");
  if (specifier.startsWith("#") || specifier.startsWith("../mocks") || specifier.includes("/tests/")) return specifier;
  if (!specifier.startsWith(".")) return undefined;
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

/** The imports of each file of app/, types included. */
const importsOf = new Map(
  sources.map(({ path, text }) => [
    path,
    [...text.matchAll(IMPORT)].flatMap(([, one = ""]) => resolve(path, one) ?? []),
  ]),
);

/** The route files. */
const ROUTES = [...readFileSync("app/routes.ts", "utf8").matchAll(/"(routes\/[^"]+)"/g)].map(([, one]) => `app/${one}`);

const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path);

describe("the folders of app/", () => {
  it.each(sources)("$path imports only from its own folder and those below it", ({ path, text }) => {
    const rank = RANKS.indexOf(folderOf(path));
    expect(rank, `Add ${folderOf(path)} to the list of folders`).toBeGreaterThan(-1);
    for (const [, specifier = ""] of text.matchAll(IMPORT)) {
      const target = resolve(path, specifier)?.replace(/\?.*$/, "");
      if (target === undefined) continue;
      expect(target, `${path} imports ${specifier}`).toMatch(/^app\//);
      expect(RANKS.indexOf(folderOf(target)), `${path} imports ${specifier}`).toBeGreaterThanOrEqual(rank);
    }
  });

  it("an area's components are imported by that area and the areas inside it only", () => {
    const wrong = sources.flatMap(({ path, text }) =>
      [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
        const area = AREA_COMPONENTS.exec(resolve(path, specifier) ?? "")?.[1];
        const isOwn = area === undefined || path.startsWith(`app/routes/${area}/`);
        return isOwn ? [] : [`${path} imports ${specifier}`];
      }),
    );
    expect(wrong, "Move a component that two areas use to app/ui/").toEqual([]);
  });

  it("no imports form a cycle, not even imports of types", () => {
    const left = new Map(importsOf);
    // A file that imports none of the remaining files is in no cycle.
    const isEnd = ([, imports]: [string, string[]]) => !imports.some((one) => left.has(one));
    for (let ends = [...left].filter(isEnd); ends.length > 0; ends = [...left].filter(isEnd)) {
      for (const [path] of ends) left.delete(path);
    }
    const advice = "These files are in import cycles: move what they share into a file of its own";
    expect([...left.keys()], advice).toEqual([]);
  });

  it("no file imports a route; what several routes share is in a file beside them or in a lower layer", () => {
    const wrong = [...importsOf].filter(([, imports]) => imports.some((one) => ROUTES.includes(one)));
    expect(ROUTES.length).toBeGreaterThan(20);
    expect(
      wrong.map(([path]) => path),
      "Move what these files import from a route into a file beside it",
    ).toEqual([]);
  });

  it("only env.server.ts reads the environment, and start.server.ts sets NODE_ENV", () => {
    const readers = pathsOf(sources.filter(({ text }) => /process\.env/.test(text)));
    const advice = "Add the setting to app/platform/settings.json, and read it from env (app/platform/env.server.ts)";
    expect(readers.sort(), advice).toEqual(["app/platform/env.server.ts", "app/server/start.server.ts"]);
  });

  it("files of a subject ending in .server.ts import no React and no form library", () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        !/^app\/(routes|ui|entry|server|platform\/http\/form)/.test(path) &&
        path.endsWith(".server.ts") &&
        /from "(react|@conform-to)/.test(text),
    );
    expect(pathsOf(wrong), "Move code about pages and forms to app/routes/").toEqual([]);
  });

  it("files that use the server end in .server.ts, so that importing them in the browser fails the build", () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        !/\.(server|d)\.ts$/.test(path) &&
        !/^app\/(routes|root\.tsx|entry)/.test(path) &&
        [...text.matchAll(/import (?!type )[^;]*? from "([^"]+)"/g)].some(
          ([, from = ""]) => from.startsWith("node:") || from.endsWith(".server.ts"),
        ),
    );
    expect(pathsOf(wrong), "Rename these files to .server.ts").toEqual([]);
  });

  it("every file of server and doctor ends in .server.ts", () => {
    const wrong = sources.filter(({ path }) => /^app\/(server|doctor)\//.test(path) && !/\.(server|d)\.ts$/.test(path));
    expect(pathsOf(wrong), "Rename these files to .server.ts").toEqual([]);
  });

  it("only .table.server.ts files call the database, so that `ls app/*/*.table.server.ts` lists all queries", () => {
    const calls = /\b(runQuery|readRows|pollRows|callWithMails|callDesk|readDesk|changeAtDesk)\(/;
    const callers = sources.filter(({ path, text }) => !/\.(table|api)\.server\.ts$/.test(path) && calls.test(text));
    expect(pathsOf(callers), "Move the query to the subject's .table.server.ts").toEqual([]);
  });

  it("only .api.server.ts files call a service, so that `ls app/*/*.api.server.ts` lists all that leaves the machine", () => {
    const calls = /\brequestJson\(|(?<![.\w])fetch\(|import \{[^}]*\} from "(undici|nodemailer|node:tls|node:dns)/;
    const callers = sources.filter(
      ({ path, text }) =>
        !/\.api\.server\.ts$/.test(path) && !/^app\/(server|ui|routes)\//.test(path) && calls.test(text),
    );
    expect(pathsOf(callers), "Move the call to the subject's .api.server.ts").toEqual([]);
  });

  it("use cases take no Request, which belongs to routes and to platform/http", () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        /^app\/(?!routes|server|doctor|platform|ui|entry|root)/.test(path) &&
        !/^app\/(accounts|pictures)\//.test(path) &&
        /\bRequest\b/.test(text),
    );
    expect(pathsOf(wrong), "Take what the function needs of the request").toEqual([]);
  });

  it("base names differ within a folder", () => {
    const names = new Map<string, string[]>();
    for (const { path } of sources.filter((one) => !one.path.endsWith(".d.ts"))) {
      const base = path.replace(/(\.(table|api))?(\.server)?\.tsx?$/, "");
      names.set(base, [...(names.get(base) ?? []), path]);
    }
    expect(
      [...names.values()].filter((same) => same.length > 1),
      "Give one of each a name that tells them apart",
    ).toEqual([]);
  });

  it("platform has only its subfolders and the files that everything uses", () => {
    const loose = pathsOf(sources).flatMap((path) => /^app\/platform\/([^/]+)$/.exec(path)?.[1] ?? []);
    expect(loose.sort()).toEqual([
      "brand.ts",
      "clock.ts",
      "env.server.ts",
      "log.server.ts",
      "metrics.server.ts",
      "money.ts",
      "result.ts",
    ]);
  });

  it("app/ does not mention the embedded database, which is in mocks/", () => {
    const wrong = sources.filter(({ text }) => /@supabase\/lite|pglite|embedded database/i.test(text));
    expect(pathsOf(wrong), "Move code about the embedded database to mocks/database/").toEqual([]);
  });

  it("no component has an inline style, which the Content-Security-Policy would block", () => {
    const wrong = sources.filter(({ path, text }) => path.endsWith(".tsx") && /style=\{/.test(text));
    expect(pathsOf(wrong), "Use a class instead of the style in these files").toEqual([]);
  });

  it("a file that fetches with its own dispatcher imports fetch from undici", () => {
    const users = sources.filter(({ text }) => /\bdispatcher:/.test(text));
    const foreign = users.filter(({ text }) => !/import \{[^}]*\b(?:fetch|request)\b[^}]*\} from "undici"/.test(text));
    expect(users.length).toBeGreaterThan(1);
    expect(pathsOf(foreign), "Import fetch from undici here").toEqual([]);
  });

  it("no file or folder is named lib, utils, helpers, common, shared or misc", () => {
    const junk = /\/(lib|utils?|helpers|common|shared|misc|library)(\/|\.)/;
    const wrong = sources.filter(({ path }) => junk.test(path) && !ROUTES.includes(path));
    expect(pathsOf(wrong), "Name these files after what they contain").toEqual([]);
  });
});

it("app/ and mocks/ read the wall clock in one file, so that tests can set the time", () => {
  const mocks = readdirSync("mocks", { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.(ts|js)$/.test(name))
    .map((name) => ({ path: `mocks/${name}`, text: readFileSync(`mocks/${name}`, "utf8") }));
  // A date format without an argument formats the current time, too.
  const readsClock = /\bDate\.now\b|\bnew Date\b(?!\()|\bDate\(\)|\.format\(\)/;
  const readers = pathsOf([...sources, ...mocks].filter(({ text }) => readsClock.test(text)));
  expect(readers, "Use nowMs() or nowDate() for the time, performance.now() for a duration").toEqual([
    "app/platform/clock.ts",
  ]);
});

it("app/ and mocks/ name their deadlines in one file, so that tests can set them", () => {
  const mocks = readdirSync("mocks", { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => ({ path: `mocks/${name}`, text: readFileSync(`mocks/${name}`, "utf8") }));
  const owns =
    /AbortSignal\.timeout|\b[A-Z_]*(?:TIMEOUT|DEADLINE|PATIENCE)_?(?:MS|SECONDS)?\b = [\d_]+|\btimeout: (?:\d|\{ seconds)/;
  const owners = pathsOf([...sources, ...mocks].filter(({ text }) => owns.test(text)));
  expect(owners, "Add the deadline to app/platform/upstream/deadlines.server.ts").toEqual([
    "app/platform/upstream/deadlines.server.ts",
    // In the browser.
    "app/ui/forms/use-bot-check.ts",
  ]);
});

it("no file of code or tests has more than 250 lines", () => {
  const all = ["app", "mocks", "tests", "scripts", "docs/recipes"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const written = all.filter((path) => /\.(tsx?|js)$/.test(path));
  const long = written.filter((path) => readFileSync(path, "utf8").split("\n").length - 1 > 250);
  expect(written.length).toBeGreaterThan(500);
  expect(long, "Split these files by subject").toEqual([]);
});
