/** Median and quartiles of a series of runs. */
export interface Summary {
  median: number
  /** The first quartile. */
  low: number
  /** The third quartile. */
  high: number
  runs: number
}

/** @throws {RangeError} when there are no runs, or a value is NaN */
export function summarise(values: readonly number[]): Summary {
  if (values.length === 0 || values.some(Number.isNaN)) throw new RangeError(`Cannot summarise [${values.join(', ')}].`)
  const sorted = [...values].sort((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    runs: values.length,
  }
}

/**
 * The ratios of `subject` to `reference`, one per round, so that load on the machine cancels out.
 *
 * @throws {RangeError} when the two have different numbers of runs
 */
export function ratios(subject: readonly number[], reference: readonly number[]): number[] {
  if (subject.length !== reference.length) {
    throw new RangeError(`${subject.length} runs of the subject but ${reference.length} of its reference.`)
  }
  return subject.map((value, round) => value / (reference[round] ?? Number.NaN))
}

/** Interpolates linearly between the two closest ranks. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = (sorted.length - 1) * share
  const below = sorted[Math.floor(rank)] ?? Number.NaN
  const above = sorted[Math.ceil(rank)] ?? Number.NaN
  return below + (above - below) * (rank - Math.floor(rank))
}
