import type { ReactNode } from 'react'

/** Fields with their values, in the order of the object. An empty value is a dash. */
export function DetailFields({ fields }: { fields: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="detail-fields">
      {Object.entries(fields).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd translate="no">{value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
