import { interleave, type Variant } from './interleave'
import type { Measured } from './results'
import { ratios, summarise } from './statistics'
import { measuredValue, meets, type Threshold } from './threshold'

/** A group of measures that share one table. */
export interface Suite {
  /** Heading of the table. */
  title: string
  /** Records every measure, and releases its resources even when it fails or is aborted. */
  run(bench: Bench): Promise<void>
}

/** The interface that a suite measures with. */
export interface Bench {
  /** Whether to measure with few runs and little data, as `--quick` asks. */
  quick: boolean
  /** Number of runs of each variant. */
  runs: number
  /** Aborts the suite. */
  stop: AbortSignal
  /** Runs the subject, interleaved with its reference if it has one, and records the values. */
  measure(name: string, measure: Measure): Promise<Measured>
  /** Records values that were measured elsewhere: a single one, or one per round from {@link interleave}. */
  record(name: string, values: Values): Measured
}

interface MeasureOptions {
  /** Unit of the values, such as `ms` or `rows/s`. */
  unit: string
  threshold?: Threshold
}

interface Measure extends MeasureOptions {
  subject: Variant
  reference?: Variant
  /** Overrides {@link Bench.runs}. */
  runs?: number
}

interface Values extends MeasureOptions {
  subject: readonly number[]
  reference?: readonly number[]
}

/** @param report receives each measure as soon as it is recorded */
export function createBench(
  { quick, stop, runs }: Pick<Bench, 'quick' | 'stop' | 'runs'>,
  report: (measured: Measured) => void,
): Bench {
  const record: Bench['record'] = (name, values) => {
    const measured = judge(name, values)
    report(measured)
    return measured
  }
  const measure: Bench['measure'] = async (name, { subject, reference, runs: ownRuns = runs, ...options }) => {
    const limits = { runs: ownRuns, stop }
    const values = await (reference ? interleave(limits, { subject, reference }) : interleave(limits, { subject }))
    return record(name, { ...values, ...options })
  }
  return { quick, runs, stop, measure, record }
}

function judge(name: string, { subject, reference, unit, threshold }: Values): Measured {
  const own = summarise(subject)
  const ratio = reference && summarise(ratios(subject, reference))
  return {
    name,
    unit,
    subject: own,
    ...(reference && { reference: summarise(reference) }),
    ...(ratio && { ratio }),
    ...(threshold && { bound: threshold }),
    holds: threshold === undefined || meets(threshold, measuredValue(threshold, { name, subject: own, ratio }).median),
  }
}
