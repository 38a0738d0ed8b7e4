import { describeTable } from '@canje/tab-testing'
import { tab } from './tab'

describeTable(tab)
