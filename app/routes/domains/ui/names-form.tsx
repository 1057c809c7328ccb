import { Form } from "@remix-run/react";
import { LONGEST_LIST } from "#app/platform/http/request-limits.ts";
import { MAX_NAMES_AT_ONCE } from "#app/platform/text/words.ts";
import { LongField } from "#app/ui/forms/field.tsx";
import { useIsChecking } from "#app/ui/forms/use-is-searching.ts";
import { Button } from "#app/ui/primitives/button.tsx";

type NamesFormProps = {
  /** One name on each line. */
  defaultValue?: string;
  error?: string | undefined;
};

/** Asks for several names. The results are at /domains/board?names=…. */
export function NamesForm({ defaultValue, error }: NamesFormProps) {
  return (
    <Form method="get" action="/domains/board" className="form">
      <LongField
        id="names"
        name="names"
        label="Names to check"
        hint={`Up to ${MAX_NAMES_AT_ONCE}. One name on each line.`}
        placeholder={"mamanjeri.co.ke\nmamanjeri.com\nnjeri-shop.com"}
        error={error}
        maxLength={LONGEST_LIST}
        defaultValue={defaultValue}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Button isPending={useIsChecking()} pendingLabel="Checking">
        Check these names
      </Button>
    </Form>
  );
}
