import { reloadAnew, START_FAILURE } from './start-failure'

/** Shown in place of everything when the configuration could not be read, or a screen of the host itself threw. */
export function AppFailure() {
  return (
    <main className="start-failure" role="alert">
      <h1>{START_FAILURE.heading}</h1>
      <p>{START_FAILURE.advice}</p>
      <button type="button" className="p-button" onClick={reloadAnew}>
        {START_FAILURE.retry}
      </button>
    </main>
  )
}
