import { describeTable } from 'tab-testing'
import { scores } from './tab'

describeTable(scores)
