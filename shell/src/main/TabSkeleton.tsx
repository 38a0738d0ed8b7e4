const ROWS = 10

/** More would be too narrow to be seen, and a registry may name any number. */
const MOST_COLUMNS = 40

/** Stands where a tab's table will be while its code loads. */
export function TabSkeleton({ label, columns }: { label: string; columns: number }) {
  return (
    <div className="tab-skeleton is-waiting" role="status" aria-label={`Cargando ${label}…`}>
      <div className="tab-skeleton-toolbar" />
      {indices(ROWS + 1).map((row) => (
        <div key={row} className="tab-skeleton-row">
          {indices(Math.min(columns, MOST_COLUMNS)).map((column) => (
            <div key={column} className="tab-skeleton-cell" />
          ))}
        </div>
      ))}
    </div>
  )
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
