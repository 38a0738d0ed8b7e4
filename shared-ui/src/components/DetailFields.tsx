import type { ReactNode } from 'react'

interface DetailFieldsProps {
  /** The values by their labels, in the order of the object. An empty value is a dash. */
  fields: Readonly<Record<string, ReactNode>>
}

/** Fields with their values. */
export function DetailFields({ fields }: DetailFieldsProps) {
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
