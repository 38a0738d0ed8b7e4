/** What a series of runs comes to. */
export interface Summary {
  median: number
  /** The first quartile: a quarter of the runs lie below. */
  low: number
  /** The third quartile. */
  high: number
  runs: number
}

/** @throws {RangeError} when there is no run to sum up */
export function summarise(values: readonly number[]): Summary {
  if (values.length === 0 || values.some(Number.isNaN)) throw new RangeError(`No summary of [${values.join(', ')}].`)
  const sorted = [...values].sort((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    runs: values.length,
  }
}

/**
 * How `subject` compares to `reference`, run by run: what slowed the machine slowed both runs of a round, and falls out.
 *
 * @throws {RangeError} when the two were not measured in the same rounds
 */
export function ratios(subject: readonly number[], reference: readonly number[]): number[] {
  if (subject.length !== reference.length) {
    throw new RangeError(`${subject.length} runs of the subject but ${reference.length} of its reference.`)
  }
  return subject.map((value, round) => value / (reference[round] ?? Number.NaN))
}

/** Between two values, the point as far along as the quantile lies between their ranks. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = (sorted.length - 1) * share
  const below = sorted[Math.floor(rank)] ?? Number.NaN
  const above = sorted[Math.ceil(rank)] ?? Number.NaN
  return below + (above - below) * (rank - Math.floor(rank))
}
