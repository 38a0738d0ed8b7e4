import { ActionButton } from './ActionButton'

/** A change that is sent again because the service has failed. */
export interface Repetition {
  /** Says so, with the number of the attempt. */
  text: string
  stop: () => void
}

/** Stops a repetition. */
export function StopButton({ repetition }: { repetition: Repetition | undefined }) {
  return repetition && <ActionButton label="Dejar de intentar" outlined onPress={repetition.stop} />
}
