import type { ReactNode } from 'react'

interface DetailFieldsProps {
  /** The values by their labels, in the order of the object. An empty value is a dash. */
  fields: Readonly<Record<string, ReactNode>>
  /** The columns of the list, whose descriptions say what the field of the same label is. */
  columns?: readonly { header: string; description?: string }[]
}

/** Fields with their values. */
export function DetailFields({ fields, columns = [] }: DetailFieldsProps) {
  return (
    <dl className="detail-fields">
      {Object.entries(fields).map(([label, value]) => (
        <div key={label}>
          <dt title={columns.find(({ header }) => header === label)?.description}>{label}</dt>
          <dd translate="no">{value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
