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

export function keeps({ at, limit }: Bound, measured: number): boolean {
  return at === 'most' ? measured <= limit : measured >= limit
}
