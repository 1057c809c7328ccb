import { Empty } from "#app/ui/feedback/empty.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const SET_UP_DNS_FORM = "set-up-dns";

/** A domain whose DNS is not with us yet, and the button that changes that. */
export function SetUpDns({ domain }: { domain: string }) {
  const round = useRound(SET_UP_DNS_FORM);
  const page = usePageForm({ id: SET_UP_DNS_FORM, round, defaultValue: {} });
  return (
    <Empty title="Zone ID not available">
      <p>
        The DNS of <span translate="no">{domain}</span> is not set up with us yet. Setting it up changes nothing for
        visitors until the domain uses our name servers.
      </p>
      <page.Form {...page.formProps} className="form">
        <FormProblems page={page} />
        <Button isPending={page.isPending} pendingLabel="Setting up">
          Set up DNS
        </Button>
      </page.Form>
    </Empty>
  );
}
