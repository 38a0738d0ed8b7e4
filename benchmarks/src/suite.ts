import { ratios, type Summary, summarise } from './statistics'

/** A group of measures that share one table. */
export interface Suite {
  /** Heading of the table. */
  title: string
  /** Records every measure, and releases its resources even when it fails or is aborted. */
  run(bench: Bench): Promise<void>
}

/** The interface that a suite measures with. */
export interface Bench {
  /** Whether to measure with few rounds and little data, as `--quick` asks. */
  quick: boolean
  /** Number of rounds. */
  runs: number
  /** Aborts the suite. */
  stop: AbortSignal
  /** Records the values of a measure: one per round. */
  record(name: string, values: Values): void
}

interface Values {
  /** Unit of the values, such as `ms`. */
  unit: string
  subject: readonly number[]
  reference?: readonly number[]
}

/** One row of a table. */
export interface Measured {
  name: string
  /** A ratio has no unit. */
  unit: string
  subject: Summary
  reference?: Summary
  /** Subject over reference, computed per round. */
  ratio?: Summary
}

/** Summarises the values of a measure. */
export function measure(name: string, { unit, subject, reference }: Values): Measured {
  const compared = reference && { reference: summarise(reference), ratio: summarise(ratios(subject, reference)) }
  return { name, unit, subject: summarise(subject), ...compared }
}
