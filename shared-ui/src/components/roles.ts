/**
 * The roles of a table's elements, explicit because elements lose theirs when a phone lays them out as cards. As props to
 * spread, for elements whose role is the same elsewhere.
 */
export const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
}
