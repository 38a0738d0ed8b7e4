const ROWS = 10

/** The registry does not limit the number of columns. */
const MAX_COLUMNS = 40

/** Placeholder of a tab's table while its code loads. */
export function TabSkeleton({ label, columns }: { label: string; columns: number }) {
  return (
    <div className="tab-skeleton is-waiting" role="status" aria-label={`Cargando ${label}…`}>
      <div className="tab-skeleton-toolbar" />
      {indices(ROWS + 1).map((row) => (
        <div key={row} className="tab-skeleton-row">
          {indices(Math.min(columns, MAX_COLUMNS)).map((column) => (
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
