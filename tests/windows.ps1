# The tests on Windows with Visual Studio 2022 (17.9 or later, "Desktop development with C++") and, where it is installed,
# the CUDA Toolkit 12 or later. In PowerShell, from the root of a checkout:
#     powershell -ExecutionPolicy Bypass -File tests\windows.ps1
# NOT RUN BY ITS AUTHORS, who had no such machine: what runs on Windows in `make test-all` is built by MinGW and by clang
# in place of Microsoft's compiler, and runs under Wine. The last line is `N passed, N failed, N skipped`, the exit code is
# the number of failures.
param([string]$Build = "build\windows", [string]$Arch = "native")
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..")
New-Item -ItemType Directory -Force $Build | Out-Null
$script:passed = 0; $script:failed = 0; $script:skipped = 0
$env:GPU_QUIET = "1"

function Note([string]$name, [bool]$ok, $output) {
    if ($ok) { $script:passed++ } else {
        $script:failed++
        Write-Host "FAILED  $name"
        $output | Select-Object -Last 30 | ForEach-Object { Write-Host "        $_" }
    }
}
# Runs a command; standard error is joined to its output, and its exit code decides.
function Run([string]$name, [string]$command) {
    $output = cmd /c "$command 2>&1"
    $ok = $LASTEXITCODE -eq 0
    # A program of tests/test.h counts itself.
    $last = $output | Select-String -Pattern '^\S+: (\d+) passed, (\d+) failed, (\d+) skipped$' | Select-Object -Last 1
    if ($last) {
        $script:passed += [int]$last.Matches[0].Groups[1].Value
        $script:failed += [int]$last.Matches[0].Groups[2].Value
        $script:skipped += [int]$last.Matches[0].Groups[3].Value
        if (-not $ok) { $output | Select-Object -Last 30 | ForEach-Object { Write-Host "        $_" } }
        if (-not $ok -and [int]$last.Matches[0].Groups[2].Value -eq 0) { Note $name $false $output }
    } else { Note $name $ok $output }
    return $ok
}

# Visual Studio's environment: vswhere finds it, vcvars64 sets PATH, INCLUDE and LIB.
if (-not (Get-Command cl -ErrorAction SilentlyContinue)) {
    $vswhere = Join-Path ${env:ProgramFiles(x86)} "Microsoft Visual Studio\Installer\vswhere.exe"
    if (-not (Test-Path $vswhere)) { Write-Host "Visual Studio is not installed: no vswhere.exe"; exit 1 }
    $vs = & $vswhere -latest -products * -requires Microsoft.VisualStudio.Component.VC.Tools.x86.x64 -property installationPath
    if (-not $vs) { Write-Host "Visual Studio has no C++ compiler: add 'Desktop development with C++'"; exit 1 }
    cmd /c "`"$vs\VC\Auxiliary\Build\vcvars64.bat`" >nul && set" | ForEach-Object {
        if ($_ -match '^([^=]+)=(.*)$') { Set-Item -Path "env:$($Matches[1])" -Value $Matches[2] }
    }
}

# The tests that make test-all runs under Wine, and the examples; as C11 and as C++17. The flags are those that gpu.h asks for.
$common = "/nologo /Zc:preprocessor /W4 /wd4100 /wd4127 /wd4324 /wd4505 /O2 /openmp /I."
$programs = "test_core", "test_launch", "test_simulator", "test_errors", "test_random", "test_memory", "test_streams"
foreach ($language in @(@("c11", "/TC /std:c11"), @("cxx17", "/TP /std:c++17 /EHsc"))) {
    foreach ($program in $programs) {
        $exe = "$Build\$program.$($language[0]).exe"
        $sources = "tests\$program.cu"
        Get-ChildItem "tests\${program}_*.cu" -ErrorAction SilentlyContinue | ForEach-Object {
            if (-not (Select-String -Quiet -Pattern '^#define TEST_MAIN' $_.FullName)) { $sources += " tests\$($_.Name)" }
        }
        if (-not (Select-String -Quiet -Pattern '^#define (GPU_IMPLEMENTATION|GPU_STATIC)' "tests\$program.cu")) { $sources += " tests\implementation.cu" }
        if (Run "cl, $($language[0]), $program builds" "cl $common $($language[1]) $sources /Fe$exe /Fo$Build\") {
            Run "cl, $($language[0]), $program" $exe | Out-Null
        }
    }
}
Get-ChildItem "examples\[0-9]*.cu" | ForEach-Object {
    $exe = "$Build\$($_.BaseName).exe"
    Run "cl, $($_.BaseName) builds" "cl $common /TC /std:c11 examples\$($_.Name) /Fe$exe /Fo$Build\" | Out-Null
}

# nvcc with Visual Studio as its host compiler, where it is.
if (Get-Command nvcc -ErrorAction SilentlyContinue) {
    foreach ($program in "test_core", "test_launch", "test_random") {
        $exe = "$Build\$program.nvcc.exe"
        $sources = "tests\$program.cu"
        if (-not (Select-String -Quiet -Pattern '^#define (GPU_IMPLEMENTATION|GPU_STATIC)' "tests\$program.cu")) { $sources += " tests\implementation.cu" }
        if (Run "nvcc, $program builds" "nvcc -O2 -std=c++17 -arch=$Arch -Xcompiler /Zc:preprocessor,/openmp -I. $sources -o $exe") {
            Run "nvcc, $program" $exe | Out-Null
        }
    }
} else { $script:skipped++; Write-Host "skipped nvcc: it is not on PATH" }

Write-Host "$script:passed passed, $script:failed failed, $script:skipped skipped"
exit $script:failed
