#!/usr/bin/env bash
# loadtest/gpu_check.sh [--device cuda|cpu] [--folder FOLDER] [--python PYTHON] [OPTION OF loadtest.gpu_report...]
#
# On a machine with an NVIDIA GPU: sets up a virtual environment, exports two models in float16 and float32, holds the
# GPU to the CPU, measures it, and writes FOLDER/gpu-report.md and .json. Less than 6 minutes, most of them downloads.
# Bundles that are in FOLDER/bundles already are not made again; --python takes an environment that is there already.
set -euo pipefail
cd "$(dirname "$0")/.."

device=cuda
folder=build/gpu
python=
options=()
while (($#)); do
    case $1 in
        --device) device=$2; shift 2 ;;
        --folder) folder=$2; shift 2 ;;
        --python) python=$2; shift 2 ;;
        *) options+=("$1"); shift ;;
    esac
done
mkdir -p "$folder"

gpu=none
if [[ $device == cuda ]]; then
    if ! command -v nvidia-smi >/dev/null; then
        echo "no nvidia-smi: is there a GPU with its driver? Without one, use --device cpu" >&2
        exit 1
    fi
    gpu=$(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader | head -n 1)
fi

if [[ -z $python ]]; then
    extra=$([[ $device == cuda ]] && echo gpu || echo cpu)
    python3 -m venv "$folder/venv"
    python=$folder/venv/bin/python
    "$python" -m pip install --quiet --editable ".[$extra,train]"
fi

if ! compgen -G "$folder/bundles/*-fp16" >/dev/null; then
    "$python" -m loadtest.gpu_bundles "$folder/bundles"
fi

exec "$python" -m loadtest.gpu_report "$folder/bundles" --device "$device" --gpu "$gpu" \
    --report "$folder/gpu-report.md" ${options[@]+"${options[@]}"}
