import { pointsText } from '@canje/shared-ui'
import { describeFaults, renderTab, requestRows } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import Tab from '../src/Tab'

const { drawn, Chart } = vi.hoisted(() => {
  const drawn: { data: { labels: string[]; datasets: { data: number[] }[] } }[] = []
  class Chart {
    static register() {}
    constructor(_canvas: HTMLCanvasElement, config: (typeof drawn)[number]) {
      drawn.push(config)
    }
    destroy() {}
  }
  return { drawn, Chart }
})
// jsdom has no canvas.
vi.mock('chart.js', () => ({ Chart, BarController: {}, BarElement: {}, CategoryScale: {}, LinearScale: {} }))

beforeEach(() => {
  drawn.length = 0
})

it('draws a bar for each of the users with most points, and lists them for screen readers', async () => {
  const users = (await requestRows('SelectUsers')).toSorted((a, b) => Number(b.total_points) - Number(a.total_points))
  const best = users.slice(0, 10).map(({ name, total_points }) => `${name}: ${pointsText(Number(total_points))}`)
  await renderTab(Tab)
  expect(await screen.findByRole('img', { name: 'Usuarios con más puntos' })).toBeTruthy()
  await waitFor(() => expect(drawn.map(barsOf)).toEqual([best]))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(best)
})

it.each([3, 12])('shows as many users as its settings say: %i', async (shown) => {
  await renderTab(Tab, { settings: { shown } })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(shown))
})

function barsOf({ data: { labels, datasets } }: (typeof drawn)[number]): string[] {
  return labels.map((label, index) => `${label}: ${pointsText(datasets[0]?.data[index])}`)
}

describeFaults({ Tab })
