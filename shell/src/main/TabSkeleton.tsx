const ROWS = 10

/** A registry allows 100, more than a screen shows. */
const MAX_COLUMNS = 40

interface TabSkeletonProps {
  label: string
  /** Of the tab's table; undefined for a tab without one. */
  columns?: number | undefined
}

/** Placeholder of a tab while its code loads: an empty surface, or one with the geometry of a view bar, toolbar and table. */
export function TabSkeleton({ label, columns }: TabSkeletonProps) {
  return (
    <div className="tab-skeleton" role="status" aria-label={`Cargando ${label}…`}>
      {columns === undefined ? (
        <div className="tab-skeleton-surface tab-skeleton-any is-waiting" />
      ) : (
        <TableSkeleton columns={columns} />
      )}
    </div>
  )
}

function TableSkeleton({ columns }: { columns: number }) {
  return (
    <>
      <div className="tab-skeleton-view" />
      <div className="tab-skeleton-surface is-waiting">
        <div className="tab-skeleton-toolbar" />
        {indices(ROWS + 1).map((row) => (
          <div key={row} className="tab-skeleton-row">
            {indices(Math.min(columns, MAX_COLUMNS)).map((column) => (
              <div key={column} className="tab-skeleton-cell" />
            ))}
          </div>
        ))}
        <div className="tab-skeleton-toolbar" />
      </div>
    </>
  )
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
