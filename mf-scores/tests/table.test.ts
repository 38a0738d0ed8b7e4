import { describeTable } from '@canje/tab-testing'
import { scores } from './tab'

describeTable(scores)
