const SERVICE = { href: (id: string) => `/desk/services/${id}` };

/** The words of the work list for what services wait for. Source: docs/product/services.md, "Services at the desk". */
export const SERVICE_WORK_WORDS = {
  "service-problem": {
    ...SERVICE,
    next: "Look at the server",
    label: "The server did not do it",
    one: "service with a problem at the server",
    many: "services with a problem at the server",
  },
  "service-setup": {
    ...SERVICE,
    next: "Say how the customer gets in",
    label: "Service without a way in",
    one: "service without a way in",
    many: "services without a way in",
  },
  "service-money": {
    ...SERVICE,
    next: "Look for its money",
    label: "Not suspended, because money was reported",
    one: "service that waits for its money",
    many: "services that wait for their money",
  },
  "service-suspend": {
    ...SERVICE,
    next: "Suspend",
    label: "Service that is not paid",
    one: "service to suspend",
    many: "services to suspend",
  },
  "service-restore": {
    ...SERVICE,
    next: "Restore",
    label: "Suspended service that is paid",
    one: "service to restore",
    many: "services to restore",
  },
  "service-plan": {
    ...SERVICE,
    next: "Change the plan",
    label: "Service with another plan",
    one: "plan to change",
    many: "plans to change",
  },
  "service-reissue": {
    ...SERVICE,
    next: "Replace the certificate",
    label: "Certificate that ends soon",
    one: "certificate to replace",
    many: "certificates to replace",
  },
  "service-price": {
    ...SERVICE,
    next: "Name the price of the next year",
    label: "Service without a next price",
    one: "service without a next price",
    many: "services without a next price",
  },
  "service-remove": {
    ...SERVICE,
    next: "Delete its data",
    label: "Service that ended long ago",
    one: "service to delete",
    many: "services to delete",
  },
};
