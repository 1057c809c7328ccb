import { expect, test } from "vitest";
import settings from "../settings.json" with { type: "json" };
import { unknownSettings } from "./unknown-settings.ts";

const KNOWN = settings.map(({ name }) => name);

test.each([
  ["STAF", "STAF (do you mean STAFF?)"],
  ["STAFFS", "STAFFS (do you mean STAFF?)"],
  ["MPESA_SHORT_CODE", "MPESA_SHORT_CODE (do you mean MPESA_SHORTCODE?)"],
  ["Brand_Email", "Brand_Email (do you mean BRAND_EMAIL?)"],
  ["BRAND_EMIAL", "BRAND_EMIAL (do you mean BRAND_EMAIL?)"],
  ["SMTP_HOST", "SMTP_HOST"],
  ["STAFF", undefined],
  ["HOME", undefined],
  ["HOSTNAME", undefined],
  ["PATH", undefined],
  ["npm_config_cache", undefined],
])("of the variable %s the start says %j", (name, words) => {
  expect(unknownSettings(KNOWN, { [name]: "x", PATH: "/bin" })).toEqual(words === undefined ? [] : [words]);
});

test("every setting is named for a name with a letter too many, too few, wrong, or two swapped", () => {
  const missed = KNOWN.flatMap((name) =>
    Array.from({ length: name.length - 1 }, (_, at) => at).flatMap((at) => {
      const [before, one, two, after] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)];
      const typos = [
        `${before}${two}${one}${after}`,
        `${before}${two}${after}`,
        `${name.slice(0, at)}X${name.slice(at)}`,
      ];
      return typos.flatMap((typo) => {
        const isKnown = KNOWN.some((known) => known.replaceAll("_", "") === typo.replaceAll("_", ""));
        if (isKnown) return [];
        const [found] = unknownSettings(KNOWN, { [typo]: "x" });
        return found?.startsWith(`${typo} (do you mean `) ? [] : [[typo, found]];
      });
    }),
  );
  expect(missed).toEqual([]);
});

test.each([
  ["APP_SECERT", "APP_SECRET"],
  ["APP_SECERTS", "APP_SECRET"],
  ["BRAND_FONE", "BRAND_PHONE"],
  ["BRAND_WHATS_APP", "BRAND_WHATSAPP"],
  ["MPESA_SHRT_COD", "MPESA_SHORTCODE"],
  ["SUPABASE_PUBLISHIBLE_KEY", "SUPABASE_PUBLISHABLE_KEY"],
  ["SUPBASE_URL", "SUPABASE_URL"],
  ["smtp_url", "SMTP_URL"],
])("%s may mean %s", (typo, meant) => {
  expect(unknownSettings(KNOWN, { [typo]: "x" })).toEqual([`${typo} (do you mean ${meant}?)`]);
});

test("the usual variables of a server mean no setting", () => {
  const usual =
    "PATH HOME USER SHELL PWD OLDPWD LANG LC_ALL TERM HOSTNAME HOSTTYPE LOGNAME MAIL TZ NODE_ENV NODE_VERSION NODE_OPTIONS YARN_VERSION PS1 SHLVL EDITOR DISPLAY XDG_RUNTIME_DIR INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET CI TMPDIR TEMP DEBUG NO_COLOR npm_config_cache npm_lifecycle_event KUBERNETES_PORT SSH_CLIENT SSH_TTY IS_SANDBOX SUDO_USER MOTD_SHOWN";
  expect(unknownSettings(KNOWN, Object.fromEntries(usual.split(" ").map((name) => [name, "x"])))).toEqual([]);
});
