import type { TabProps } from '@canje/shared-auth'
import {
  allRows,
  type Fault,
  faultOf,
  OnDemand,
  pointsText,
  RetryButton,
  sentenceOf,
  TabRoot,
  textOf,
  useTab,
} from '@canje/shared-ui'
import { useEffect, useRef, useState } from 'react'
import type { Settings } from '../settings.schema'
import { type User, userList } from './users'

/** Without a setting. */
const SHOWN = 10
const NAME = 'Usuarios con más puntos'

/** {{label}}: a chart. Its library loads once there are rows. */
export default function Tab({ settings, ...props }: TabProps<Settings>) {
  return (
    <TabRoot {...props}>
      <BestUsers shown={settings?.shown ?? SHOWN} />
    </TabRoot>
  )
}

function BestUsers({ shown }: { shown: number }) {
  const { notify } = useTab()
  const [attempt, setAttempt] = useState(1)
  const [users, setUsers] = useState<readonly User[]>()
  const [failure, setFailure] = useState<{ attempt: number; fault: Fault }>()

  useEffect(() => {
    const controller = new AbortController()
    bestUsers(shown, controller.signal).then(setUsers, (error: unknown) => {
      if (controller.signal.aborted) return
      setFailure({ attempt, fault: faultOf(error) })
      notify({ severity: 'error', summary: 'Error', detail: 'error al ejecutar la peticion' })
    })
    return () => controller.abort()
  }, [attempt, notify, shown])

  if (users) return <Bars users={users} isRetry={attempt > 1} />
  const fault = failure?.attempt === attempt ? failure.fault : undefined
  return (
    <>
      <p role="status">{fault ? sentenceOf(fault) : 'Cargando…'}</p>
      {fault && <RetryButton fault={fault} onPress={() => setAttempt(attempt + 1)} />}
    </>
  )
}

function Bars({ users, isRetry }: { users: readonly User[]; isRetry: boolean }) {
  return (
    <figure tabIndex={-1} ref={isRetry ? focusOn : undefined}>
      <figcaption>{NAME}</figcaption>
      <OnDemand failure="No se pudo mostrar el gráfico." load={loadLibrary}>
        {(library) => <Canvas library={library} users={users} />}
      </OnDemand>
      <ol className="visually-hidden">
        {users.map((user) => (
          <li key={String(user.id)}>{`${nameOf(user)}: ${pointsText(user.total_points)}`}</li>
        ))}
      </ol>
    </figure>
  )
}

/** What had the focus is gone, and the browser would begin at the top of the page. */
const focusOn = (element: HTMLElement | null) => element?.focus()

function Canvas({ library, users }: { library: Library; users: readonly User[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => (canvas.current ? draw(library, canvas.current, users) : undefined), [library, users])
  return <canvas ref={canvas} role="img" aria-label={NAME} />
}

type Library = typeof import('chart.js')
const loadLibrary = (): Promise<Library> => import('chart.js')

/** @returns a function that removes the chart */
function draw(library: Library, canvas: HTMLCanvasElement, users: readonly User[]): () => void {
  const { BarController, BarElement, CategoryScale, Chart, LinearScale } = library
  Chart.register(BarController, BarElement, CategoryScale, LinearScale)
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels: users.map(nameOf),
      datasets: [{ data: users.map(({ total_points }) => Number(total_points)), backgroundColor: '#1d4ed8' }],
    },
    options: { animation: false, aspectRatio: 3 },
  })
  return () => chart.destroy()
}

const nameOf = (user: User) => textOf(user, 'name') || 'Sin nombre'

async function bestUsers(shown: number, signal: AbortSignal): Promise<readonly User[]> {
  const store = await userList.load({ filter: undefined, signal, onArrival: () => undefined })
  const query = { ...allRows, sorting: { field: 'total_points', direction: -1 as const } }
  try {
    return (await store.page({ query, first: 0, size: shown })).rows
  } finally {
    store.close()
  }
}
