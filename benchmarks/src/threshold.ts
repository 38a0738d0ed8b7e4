import * as v from 'valibot'

/** What a measure must keep to: its ratio to the reference, or its own value. */
export const Bound = v.object({
  of: v.picklist(['ratio', 'value']),
  at: v.picklist(['most', 'least']),
  limit: v.number(),
})
export type Bound = v.InferOutput<typeof Bound>

/** Ratios are subject over reference; values are in the unit of the measure. */
export const bound = {
  ratioAtMost: (limit: number): Bound => ({ of: 'ratio', at: 'most', limit }),
  ratioAtLeast: (limit: number): Bound => ({ of: 'ratio', at: 'least', limit }),
  atMost: (limit: number): Bound => ({ of: 'value', at: 'most', limit }),
}

interface Bounded<Values> {
  name: string
  subject: Values
  /** Subject over reference. */
  ratio?: Values | undefined
}

/**
 * @returns what a bound is on: a measure's ratio to its reference, or its own values
 * @throws {Error} when the bound is on a ratio and there is none
 */
export function boundedBy<Values>({ of }: Bound, { name, subject, ratio }: Bounded<Values>): Values {
  if (of === 'value') return subject
  if (ratio === undefined) throw new Error(`"${name}" is bound to a ratio, but has no reference.`)
  return ratio
}

export function keeps({ at, limit }: Bound, measured: number): boolean {
  return at === 'most' ? measured <= limit : measured >= limit
}
