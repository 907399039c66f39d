# Made by t2t-pipeline --help-docs=bash; a test compares. Load it with: source t2t-pipeline.bash
_t2t_pipeline() {
  local line=${COMP_LINE:0:COMP_POINT} word flag part words= head=
  COMPREPLY=()
  word=${line##* }
  if [[ $word != -* ]]; then COMPREPLY=($(compgen -f -- "$word")); return; fi
  if [[ $word != *=* ]]; then
    COMPREPLY=($(compgen -W "--backend= --list-passes --list-verifiers --show-language= --diff-languages= --list-ops --explain-op= --stop-after= --start-after= --disable= --only= --passes= --load-pass= --emit= --watch -o --dump-after= --dump-before= --dump-dir= --dump-funcs= --diff --dot-dir= --dot-after= --dot-kind= --svg --report= --explain= --verify= --verify-only= --check-values --expect= --verify-diagnostics --no-warn= --error-limit= --diag-format= --bisect-limit= --fuel= --repro-dir= --gen-repro= --run-repro= --time --trace-out= --stats --help --help-pass= --help-docs --version" -- "$word"))
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return
  fi
  flag=${word%%=*}
  part=${word#*=}
  case $flag in
    --backend) words="none Ascend910B Ascend950" ;;
    --list-passes) words="text json docs" ;;
    --list-verifiers) words="text docs" ;;
    --show-language) words="NAME PASS docs" ;;
    --list-ops) words="text json docs" ;;
    --explain-op) words=$("${COMP_WORDS[0]}" --list-ops 2>/dev/null | cut -d' ' -f1) ;;
    --stop-after) words="select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --start-after) words="select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --disable) words="select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --only) words="select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --passes) words="none select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --load-pass) COMPREPLY=($(compgen -f -- "$part")); return ;;
    --dump-after) words="all none changed failed select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --dump-before) words="all none changed failed select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --dump-dir) COMPREPLY=($(compgen -d -- "$part")); return ;;
    --dot-dir) COMPREPLY=($(compgen -d -- "$part")); return ;;
    --dot-after) words="all none changed failed select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --dot-kind) words="dataflow calls stages,..." ;;
    --verify) words="none ends each strict" ;;
    --verify-only) words="SSAForm UseAfterDef NormalizedStmtStructure NoNestedCalls BreakContinueValid NoRedundantBlocks StructuredCtrlFlow PipelineLoopValid PipelineResolved UnrollResolved NoNestedInCore ClusterOutlined HierarchyOutlined TypeChecked AssignTypeSymmetry TileTypeCoherence TensorViewCanonical TensorViewStrided TypesDeduced ReturnTypes CarryKinds CallArity CallResults SubmitInputs OrchestrationReferencesResolved SplitIncoreOrch OutParamNotShadowed InOutUseValid ArrayNotEscaped ReturnParamsExplicit CallDirectionsResolved InlineFunctionsEliminated AivSplitValid AivSplitLoweredValid GmStoreCoherence DirectionsSound OutTypeClosed IncoreTileOps AccCompactValid BoxedCubeM BoxedCubeN LoadSharing ReturnSlots StoreTargets AnnotationFree AtomicAddDtypeValid AccToGmStoreValid TileMemoryInferred TileOps2D MixedKernelExpanded HasMemRefs AllocatedMemoryAddr InParamWritten OutParamWriteDropped ScalarWriteLineShared UnusedVariable UnusedControlFlowResult" ;;
    --expect) COMPREPLY=($(compgen -f -- "$part")); return ;;
    --no-warn) words="SSAForm UseAfterDef NormalizedStmtStructure NoNestedCalls BreakContinueValid NoRedundantBlocks StructuredCtrlFlow PipelineLoopValid PipelineResolved UnrollResolved NoNestedInCore ClusterOutlined HierarchyOutlined TypeChecked AssignTypeSymmetry TileTypeCoherence TensorViewCanonical TensorViewStrided TypesDeduced ReturnTypes CarryKinds CallArity CallResults SubmitInputs OrchestrationReferencesResolved SplitIncoreOrch OutParamNotShadowed InOutUseValid ArrayNotEscaped ReturnParamsExplicit CallDirectionsResolved InlineFunctionsEliminated AivSplitValid AivSplitLoweredValid GmStoreCoherence DirectionsSound OutTypeClosed IncoreTileOps AccCompactValid BoxedCubeM BoxedCubeN LoadSharing ReturnSlots StoreTargets AnnotationFree AtomicAddDtypeValid AccToGmStoreValid TileMemoryInferred TileOps2D MixedKernelExpanded HasMemRefs AllocatedMemoryAddr InParamWritten OutParamWriteDropped ScalarWriteLineShared UnusedVariable UnusedControlFlowResult" ;;
    --diag-format) words="text json" ;;
    --repro-dir) COMPREPLY=($(compgen -d -- "$part")); return ;;
    --gen-repro) COMPREPLY=($(compgen -f -- "$part")); return ;;
    --run-repro) COMPREPLY=($(compgen -f -- "$part")); return ;;
    --time) words="table tree json" ;;
    --trace-out) COMPREPLY=($(compgen -f -- "$part")); return ;;
    --stats) words="text json" ;;
    --help-pass) words="select-kernels stage-full-writes canonicalize-scalar-fills record-returns analyze-effects classify-values infer-consumer-space box-cube-m box-cube-n share-loads bridge-operands lower-producers convert-ops resolve-casts place-exit-stores apply-cache-policy allocate-call-outputs forward-wrapper-outputs upgrade-directions narrow-acc-carries finish" ;;
    --help-docs) words="markdown man bash zsh" ;;
  esac
  [[ $part == *,* ]] && head=${part%,*},
  COMPREPLY=($(compgen -P "$head" -W "$words" -- "${part##*,}"))
}
complete -F _t2t_pipeline t2t-pipeline
