const ACCOUNT_ID = "the account's id, which is in the part about the account";
const byAccount = { column: "user_id", is: "id" } as const;

/** The parts of a customer's data about payments, see OWN_PARTS. */
export const PAYMENT_PARTS = {
  bills: {
    table: "bills",
    owner: byAccount,
    about: "What your orders cost, and what is paid of it. Amounts are in whole Kenyan shillings.",
    columns: [
      ...[
        "id",
        "reference",
        "amount_ksh",
        "paid_ksh",
        "missing_ksh",
        "surplus_ksh",
        "refund_due_ksh",
        "opened_at",
        "paid_at",
      ],
      ...[
        "refunded_at",
        "refunded_ksh",
        "returned_ksh",
        "number",
        "buyer_pin",
        "etims_number",
        "typed_code",
        "typed_before",
        "ends_at",
      ],
    ],
    order: ["opened_at", "id"] as const,
    omitted: {
      user_id: ACCOUNT_ID,
      fulfilled_at: "when our server handed the orders on, whose states are in the part about orders",
      claimed_until: "which server is at it",
      shrunk_at: "when the mail about a smaller bill was due, which is in the part about mails",
      back_codes: "the codes of credit notes, which are in a part of their own, and of a surplus that we sent back",
      reminders: "how many reminders were sent, which are in the part about mails",
    },
  },
  paymentPrompts: {
    table: "payment_prompts",
    owner: byAccount,
    about:
      "When we asked a phone to pay by M-PESA, and what became of it. After 30 days only the end of the number is left.",
    columns: [
      ...["id", "bill_id", "phone_e164", "amount_ksh", "state", "merchant_request_id", "checkout_request_id"],
      ...["result_code", "result_text", "asked_at"],
    ],
    order: ["asked_at", "id"] as const,
    omitted: {
      user_id: ACCOUNT_ID,
      next_query_at: "when our server asks M-PESA again",
      queries: "how often our server asked M-PESA",
    },
  },
  payments: {
    table: "payments",
    owner: byAccount,
    about:
      "What arrived from you, each payment with its M-PESA code, or with the number and bank of the transfer, receipt or cheque.",
    columns: [
      ...[
        "code",
        "bill_id",
        "prompt_id",
        "amount_ksh",
        "typed_ksh",
        "reported_ksh",
        "paid_at",
        "source",
        "own_number",
        "bank",
        "typed_reference",
        "confirmed_by",
      ],
      ...["confirmed_at", "is_disputed", "state", "received_at", "notified_at"],
    ],
    order: ["received_at", "code"] as const,
    omitted: {
      user_id: ACCOUNT_ID,
      entered_by: "who of us looked after it",
      taken_by: "who of us took the cash or the cheque",
      flagged_at: "when our server asked one of us to look at it",
    },
  },
  receipts: {
    table: "receipts",
    owner: byAccount,
    about: "Your receipts as they were issued. Amounts are in whole Kenyan shillings, the VAT in them in cents.",
    columns: [
      ...["number", "bill_id", "issued_at", "gross_ksh", "vat_percent", "vat_cents", "seller", "buyer", "lines"],
      ...["paid_with", "etims_number"],
    ],
    order: ["issued_at", "number"] as const,
    omitted: { user_id: ACCOUNT_ID },
  },
  creditNotes: {
    table: "credit_notes",
    owner: byAccount,
    about: "What we have paid back to you of a receipt, and how.",
    columns: [...["number", "receipt_number", "issued_at", "gross_ksh", "vat_percent", "vat_cents", "way", "code"]],
    order: ["issued_at", "number"] as const,
    omitted: { user_id: ACCOUNT_ID, staff_id: "the number of the person of ours who sent it back" },
  },
};
