/** Written out because a row that is drawn as a box, as on a phone, is no row any more to some screen readers. */
export const AS = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
};
