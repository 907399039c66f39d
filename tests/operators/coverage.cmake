# Test programs that record what they have shown of the operators (evidence.h), and the test that reads their records.
set(evidence ${CMAKE_BINARY_DIR}/operator_evidence)
file(MAKE_DIRECTORY ${evidence})

# t2t_records_operators(NAME SOURCE...): the test NAME records, and is built with the sources besides.
set(evidence_source ${CMAKE_CURRENT_LIST_DIR}/evidence.cc)
function(t2t_records_operators name)
  target_sources(${name}_test PRIVATE ${evidence_source} ${ARGN})
  target_compile_definitions(${name}_test PRIVATE T2T_EVIDENCE_FILE="${evidence}/${name}.txt")
  set_tests_properties(${name} PROPERTIES FIXTURES_SETUP operator_evidence)
endfunction()
t2t_records_operators(ir_ops ${CMAKE_SOURCE_DIR}/tests/ir/ops/op_cases.cc ${CMAKE_SOURCE_DIR}/tests/ir/ops/wrong_annotations.cc)
t2t_records_operators(passes_convert)

add_executable(operator_coverage_test ${CMAKE_CURRENT_LIST_DIR}/coverage_test.cc)
target_link_libraries(operator_coverage_test PRIVATE t2t_tools GTest::gmock GTest::gtest_main)
target_compile_definitions(operator_coverage_test PRIVATE T2T_SOURCE_DIR="${CMAKE_SOURCE_DIR}" T2T_EVIDENCE="${evidence}")
add_test(NAME operator_coverage COMMAND operator_coverage_test)
set_tests_properties(operator_coverage PROPERTIES FIXTURES_REQUIRED operator_evidence)
