import { useEffect, useRef, useState } from "react";
import type { OrderButtons as ButtonWords } from "#app/orders/order.ts";
import type { DueName, OfferedName } from "#app/orders/renewals.ts";
import { fieldsOf, namePicked, sumOf } from "#app/orders/several-form.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { formatKsh } from "#app/platform/money.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { DueRow, OtherRow } from "./due-row.tsx";
import { type AskedField, AskedInput, OrderButtons } from "./order-form.tsx";

export const SEVERAL_FORM = "several";

/**
 * `offered`: the names that may be ordered. `others`: due names that cannot be ordered, with the reason. `more`: how many
 * offered names are not on this page. `untick`: which names to untick. `charge`: the sentence about what is paid when.
 * `phone`: the field for the phone that pays, if the form also pays.
 */
type SeveralFormProps = {
  offered: OfferedName[];
  others: (DueName & Pick<Parameters<typeof OtherRow>[0], "link">)[];
  more: number;
  untick: string;
  charge: string;
  phone: AskedField | undefined;
  submit: ButtonWords;
  /** The URL of the page, with the ticked names. */
  action: string;
};

/** Lists names to renew or register. A name that may be ordered has a checkbox and the years; any other has the reason. */
export function SeveralForm(props: SeveralFormProps) {
  const formKey = useFormKey(SEVERAL_FORM);
  return <Names key={formKey} formKey={formKey} {...props} />;
}

function Names({ formKey, offered, others, more, action, ...words }: SeveralFormProps & { formKey: string }) {
  const { untick, charge, phone, submit } = words;
  const rows = offered.map((due) => ({ due, ...fieldsOf(due.name) }));
  const defaults = rows.flatMap(({ pick, years }): [string, string][] => [
    [pick, "on"],
    [years, "1"],
  ]);
  const page = usePageForm<Record<string, string>>({
    id: SEVERAL_FORM,
    formKey,
    defaultValue: { ...Object.fromEntries(defaults), phone: phone?.value ?? "" },
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, unknown>>();
  const total = sumOf(offered, chosen ?? new Map(defaults.map(([name]) => [name, page.fields[name]?.initialValue])));
  const list = useRef<HTMLFieldSetElement>(null);
  const readInputs = () => setChosen(chosenIn(list.current));
  // The server cannot know what is ticked after the browser has restored the form.
  useEffect(() => setChosen(chosenIn(list.current)), []);
  const errors = (isReplyTo(SEVERAL_FORM, page.data) && page.data.result?.error) || {};
  const listed = new Set([...offered, ...others].map(({ name }) => name));
  // Names with an error that are not due any more.
  const gone = Object.keys(errors).flatMap((field) => {
    const name = namePicked(field);
    return name === undefined || listed.has(name) ? [] : [name];
  });
  const errorOf = (name: string) => errors[fieldsOf(name).pick]?.[0];
  const idOf = (name: string) => `${page.formProps.id}-${fieldsOf(name).pick}`;
  const problems = [
    { id: `${page.formProps.id}-phone`, label: phone?.label ?? "", errors: page.fields.phone?.errors },
    ...rows.flatMap(({ due, pick, years }) => [
      { id: idOf(due.name), label: due.display, errors: page.fields[pick]?.errors },
      { id: `${page.formProps.id}-${years}`, label: due.display, errors: page.fields[years]?.errors },
    ]),
    ...[...others.map(({ name }) => name), ...gone].map((name) => {
      return { id: idOf(name), label: name, errors: errors[fieldsOf(name).pick] ?? undefined };
    }),
  ];
  return (
    <page.Form {...page.formProps} action={action} className="form" onInput={readInputs}>
      <OwnFormProblems page={page} fields={problems} />
      <fieldset className="due" ref={list}>
        <legend>Which names, and for how long</legend>
        {offered.length > 1 && <p className="quiet pb-2">{untick}</p>}
        {rows.map(({ due, pick, years, priceField }) => (
          <DueRow
            key={due.name}
            due={due}
            pick={page.fields[pick]}
            years={page.fields[years]}
            priceField={priceField}
          />
        ))}
        {others.map(({ name, display, ...due }) => (
          <OtherRow key={name} id={idOf(name)} name={display} {...due} />
        ))}
        {gone.map((name) => (
          <OtherRow key={name} id={idOf(name)} name={name} ends={errorOf(name) ?? ""} state="gone" />
        ))}
      </fieldset>
      {more > 0 && <p>And {more} more, which come when these are ordered.</p>}
      {rows.length > 0 && (
        <>
          <div className={chosen ? undefined : "due-sum"}>
            {total.names.length > 0 ? <Total {...total} /> : <output className="font-bold">No name is ticked.</output>}
            {!chosen && (
              <>
                {/* Enter in the phone's field orders: it presses the form's first button. */}
                <button type="submit" name={submit.later && "pay"} value="now" hidden />
                <Button kind="alt" name="sum" value="1">
                  Show the total
                </Button>
              </>
            )}
          </div>
          {charge && (
            <p className="quiet">
              <Words>{charge}</Words>
            </p>
          )}
          {phone && page.fields.phone && <AskedInput {...phone} field={page.fields.phone} />}
          <OrderButtons {...submit} sum={chosen && total.ksh - total.laterKsh} isPending={page.isPending} />
        </>
      )}
    </page.Form>
  );
}

function chosenIn(list: HTMLFieldSetElement | null): ReadonlyMap<string, unknown> {
  return new Map(new FormData(list?.form ?? undefined));
}

/** The total of the ticked domains, as the last row of the list. */
function Total({ names, ksh, laterKsh, unpriced }: ReturnType<typeof sumOf>) {
  return (
    <output className="flex flex-wrap justify-between gap-x-4 border-t-3 border-ink pt-3 text-lg font-bold">
      <span>{names.length === 1 ? names : `${names.length} names together`}</span> <span>{formatKsh(ksh)}</span>
      {laterKsh > 0 && <small className="w-full">{`To pay now: ${formatKsh(ksh - laterKsh)}`}</small>}
      {unpriced > 0 && <small className="w-full">We still e-mail you the price of {unpriced}.</small>}
    </output>
  );
}
