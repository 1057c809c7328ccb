import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useId } from "react";
import { checkName } from "#app/domains/check-name.server.ts";
import type { DomainLookup } from "#app/domains/domain-lookup.ts";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { isOrderable, NameRow } from "#app/domains/name-row.tsx";
import { namesMeant } from "#app/domains/names-meant.server.ts";
import { SEVERAL_PATH } from "#app/domains/order-url.ts";
import { splitNames } from "#app/domains/split-names.ts";
import { type ListedPrices, labelOf, pricesOf } from "#app/domains/suggestions.ts";
import { TLD_PRICES, type TldPrice } from "#app/domains/tld-prices.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { MAX_NAMES_AT_ONCE } from "#app/platform/text/words.ts";
import { DidYouMean } from "#app/ui/forms/did-you-mean.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { useIsChecking, useIsSearching } from "#app/ui/forms/use-is-searching.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import namesCss from "#app/ui/styles/areas/names.css?url";
import { NamesForm } from "./ui/names-form.tsx";
import { SearchBar } from "./ui/search-bar.tsx";

export const handle = { hydrate: "intent", areas: "names" };

export const links = () => areaSheet("names", namesCss);

export const headers: HeadersFunction = ({ loaderHeaders }) => ({
  ...PRIVATE_CACHE,
  ...Object.fromEntries(loaderHeaders),
});

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.title ?? "Several names",
    description: "Several names, or one name with every ending: which are free, and what they cost.",
    isHidden: true,
  });

type Row = { name: string; note?: string; listed?: ListedPrices; lookup?: DomainLookup };
type Board = {
  title: string;
  /** `rows`: the names and their lookups. `invalid`: the inputs that are not names, grouped by their problem. */
  groups: { title?: string; rows: Row[]; invalid?: InvalidGroup[] }[];
  /** The text that the form shows: the input or, if there were too many names, those that were not checked. */
  text: string;
  /** How many names were not checked, because there were too many. */
  left: number;
  error?: string;
};

/** Checks each of `?names=`, or `?name=` with every ending of the price list. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const name = searchParams.get("name");
  if (name === null) return checkAll(searchParams.get("names") ?? "", context?.address);
  return checkEveryEnding(name, context?.address);
}

export default function BoardPage() {
  const { title, groups, text, left, error } = useLoaderData<typeof loader>();
  return (
    <>
      <SearchBar isPending={useIsSearching()} />
      <div className="page section flow">
        <h1 data-arrival tabIndex={-1}>
          {title}
        </h1>
        <div className="grid grid-cols-1 gap-8 pt-4 lg:grid-cols-2" aria-busy={useIsChecking()}>
          {groups.map(({ title, rows, invalid }) => (
            <section key={title ?? ""}>
              {title !== undefined && <h2 className="pb-4">{title}</h2>}
              {title === undefined ? <TypedNames rows={rows} /> : <Names rows={rows} />}
              {invalid?.map((group) => (
                <InvalidNames key={group.problem} {...group} />
              ))}
            </section>
          ))}
          {text === "" && groups.length > 0 ? null : (
            <section className="flow">
              {left > 0 && <h2>{left} more to check</h2>}
              {groups.length > 0 && left === 0 ? (
                // Folded, so that the result is the page.
                <details>
                  <summary className={`${WAY} underline`}>Check other names</summary>
                  <NamesForm key={text} defaultValue={text} error={error} />
                </details>
              ) : (
                <NamesForm key={text} defaultValue={text} error={error} />
              )}
            </section>
          )}
        </div>
        <p className="flex flex-wrap gap-x-4">
          <Link to="/domains" className={WAY}>
            Search one name
          </Link>
          {text === "" && groups.length > 0 && (
            <Link to="/domains/board" className={WAY}>
              Check several names
            </Link>
          )}
        </p>
      </div>
    </>
  );
}

const BOX = "size-6 accent-ink";
const WAY = "inline-flex min-h-touch items-center font-bold";

function Names({ rows, isTicked = false }: { rows: Row[]; isTicked?: boolean }) {
  const tick = (name: string) => (
    <label className="grid size-touch place-items-center">
      <input type="checkbox" name="domain" value={name} defaultChecked aria-label={`Order ${name}`} className={BOX} />
    </label>
  );
  if (rows.length === 0) return null;
  return (
    <ul className="rows">
      {rows.map((row) => (
        <NameRow key={row.name} {...row} tick={isTicked && isOrderable(row.lookup) ? tick(row.name) : undefined} />
      ))}
    </ul>
  );
}

/** The typed names. If several can be ordered, each has a tick box, and one button orders them together. */
function TypedNames({ rows }: { rows: Row[] }) {
  const prices = rows.flatMap(({ lookup }) => (isOrderable(lookup) ? lookup.price.ksh : []));
  if (prices.length < 2) return <Names rows={rows} />;
  return (
    <form action={SEVERAL_PATH} className="flow">
      <Names rows={rows} isTicked />
      <p>
        {prices.length} names can be ordered. The first year costs{" "}
        <b>{formatKsh(prices.reduce((sum, ksh) => sum + ksh, 0))}</b> together.
      </p>
      <Button>Order the ticked names</Button>
    </form>
  );
}

async function checkAll(typed: string, address: string | undefined) {
  const all = splitNames(typed);
  const [names, rest] = [all.slice(0, MAX_NAMES_AT_ONCE), all.slice(MAX_NAMES_AT_ONCE)];
  if (names.length === 0) return data<Board>({ title: "Several names", groups: [], text: "", left: 0 });
  const limit = await consume("search", address, names.length);
  if (!limit.ok) {
    const error = `Too many searches. Please wait ${limit.retryAfterSeconds} seconds, then try again.`;
    return data<Board>(
      { title: "Several names", groups: [], text: typed, left: 0, error },
      { status: 429, headers: { "Retry-After": String(limit.retryAfterSeconds) } },
    );
  }
  const parsed = names.map((name) => ({ typed: name, ...parseDomainName(name) }));
  // "njeri" and "njeri.com" are one name.
  const wanted = [...new Map(parsed.flatMap((one) => (one.kind === "name" ? [[one.display, one]] : []))).values()];
  const invalid = groupByProblem(
    parsed.flatMap((one) => (one.kind === "name" ? [] : [{ message: "This is not a name.", ...one }])),
  );
  const rows = await Promise.all(
    wanted.map(async (one) => ({ name: one.display, lookup: await checkName(one, "typed", address) })),
  );
  const count = rows.length + invalid.flatMap((group) => group.names).length;
  return data<Board>({
    title: count === 1 ? "One name" : `${count} names`,
    groups: [{ rows, invalid }],
    text: (rest.length > 0 ? rest : all).join("\n"),
    left: rest.length,
  });
}

/** Groups invalid inputs by their problem. */
function groupByProblem(invalid: { typed: string; message: string }[]): InvalidGroup[] {
  const problems = [...new Set(invalid.map(({ message }) => message))];
  return problems.map((problem) => ({
    problem,
    names: invalid
      .filter(({ message }) => message === problem)
      .map(({ typed }) => ({ name: typed, instead: namesMeant(typed) })),
  }));
}

/**
 * Checks a name with every ending, which counts against the suggestion limit. Above that limit the names are shown unchecked,
 * each with a link to its search.
 */
async function checkEveryEnding(typed: string, address: string | undefined) {
  const parsed = parseDomainName(typed);
  if (parsed.kind !== "name") throw redirect(`/domains?${new URLSearchParams({ q: typed })}`);
  const limit = await consume("suggestions", address, TLD_PRICES.length);
  const label = labelOf(parsed);
  const rows = await Promise.all(TLD_PRICES.map((ending) => checkEnding(label, ending, limit.ok)));
  const isKenyan = (index: number) => TLD_PRICES[index]?.isByHand === true;
  return data<Board>({
    title: `${label} with every ending`,
    groups: [
      { title: "Kenyan endings", rows: rows.filter((_row, index) => isKenyan(index)) },
      { title: "International endings", rows: rows.filter((_row, index) => !isKenyan(index)) },
    ],
    text: "",
    left: 0,
  });
}

async function checkEnding(label: string, ending: TldPrice, isAllowed: boolean): Promise<Row> {
  const name = `${label}.${ending.tld}`;
  const parsed = parseDomainName(name);
  const note = ending.papers ? `${ending.use} (certificate needed)` : ending.use;
  const row = { name, note, listed: pricesOf(ending) };
  if (parsed.kind !== "name" || !isAllowed) return row;
  return { ...row, lookup: await checkName(parsed, "suggestion") };
}

/** Inputs with the same problem, each with suggested corrections. */
type InvalidGroup = { problem: string; names: { name: string; instead: string[] }[] };

/** Shows a problem above the inputs that have it. */
function InvalidNames({ problem, names }: InvalidGroup) {
  const id = useId();
  return (
    <div className="refused grid gap-3 pt-6">
      <FieldError id={id}>{problem}</FieldError>
      <ul aria-labelledby={id} className="rows">
        {names.map(({ name, instead }) => (
          <li key={name}>
            <div>
              <p className="row-name" translate="no">
                {name}
              </p>
              <DidYouMean names={instead} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
