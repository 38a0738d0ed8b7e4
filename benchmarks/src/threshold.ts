import * as v from 'valibot'

/** The most that a measure's ratio to its reference, or its own value, may be. */
export const Threshold = v.object({
  of: v.picklist(['ratio', 'value']),
  limit: v.number(),
})
export type Threshold = v.InferOutput<typeof Threshold>

/** Ratios are subject over reference; values are in the unit of the measure. */
export const threshold = {
  ratioAtMost: (limit: number): Threshold => ({ of: 'ratio', limit }),
  atMost: (limit: number): Threshold => ({ of: 'value', limit }),
}

interface Comparable<Values> {
  name: string
  subject: Values
  /** Subject over reference. */
  ratio?: Values | undefined
}

/**
 * @returns the values that a threshold applies to: the ratio to the reference, or the measure's own values
 * @throws {Error} when the threshold applies to a ratio and the measure has no reference
 */
export function measuredValue<Values>({ of }: Threshold, { name, subject, ratio }: Comparable<Values>): Values {
  if (of === 'value') return subject
  if (ratio === undefined)
    throw new Error(`The threshold of "${name}" applies to a ratio, but the measure has no reference.`)
  return ratio
}
