/** ARIA roles of tables. Some screen readers lose the native roles when CSS changes `display`, as it does on phones. */
export const AS = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
};
