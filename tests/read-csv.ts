/** Returns the cells of a CSV file by RFC 4180, without its byte order mark. */
export function readCsv(file: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted] = [[] as string[], "", false];
  for (let at = file.startsWith("\uFEFF") ? 1 : 0; at < file.length; at++) {
    const [now = "", next] = [file[at], file[at + 1]];
    if (isQuoted && now === '"' && next === '"') {
      cell += file[at++];
    } else if (now === '"') {
      isQuoted = !isQuoted;
    } else if (isQuoted || (now !== "," && now !== "\r")) {
      cell += now;
    } else {
      row.push(cell);
      cell = "";
      if (now === "\r") {
        at++;
        rows.push(row);
        row = [];
      }
    }
  }
  return rows;
}
