# A worker on Windows, as a task of the user who registers it: a service proper runs in a session without a desktop and
# as another user, and neither the browser profile nor the data folder would be this user's.
#   powershell -ExecutionPolicy Bypass -File localagent-worker.ps1
$command = (Get-Command localagent.cmd -ErrorAction Stop).Source
$action = New-ScheduledTaskAction -Execute $command -Argument 'worker --json'
$trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) `
  -ExecutionTimeLimit ([TimeSpan]::Zero) -MultipleInstances IgnoreNew -StartWhenAvailable `
  -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName 'LocalAgent worker' -Action $action -Trigger $trigger -Settings $settings -Force
Start-ScheduledTask -TaskName 'LocalAgent worker'
